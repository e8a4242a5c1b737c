// SPDX-License-Identifier: MIT OR Apache-2.0
// Tables: sorted by a click or Enter on a heading, filtered by a word, and not longer than asked for.

// Columns: { title, value(row), show(row) or kind, text, wide, wrap }. Options: { filter, first, sort or unsorted, select, label, empty }.
const KINDS = {
  bytes: (value) => (value === 0 ? "–" : bytes(value)),
  time: (value) => (value === 0 ? "–" : duration(value)),
  count: (value) => (value === 0 ? "–" : count(value)),
  share: (value) => percent(value),
  text: (value) => value,
};

const makeTable = (place, columns, rows, options = {}) => {
  const first = options.first || 15;
  let [sorted, direction] = options.unsorted ? [-1, 1] : options.sort || [columns.length - 1, -1];
  let shown = first, wanted = "";
  const heads = columns.map((column, at) => {
    const press = () => {
      direction = sorted === at ? -direction : column.text ? 1 : -1;
      sorted = at;
      draw();
    };
    return element("th", { scope: "col", class: classes(column) },
      element("button", { type: "button", onclick: press, title: column.help }, column.title));
  });
  const body = element("tbody");
  const status = element("span", { role: "status" });
  const more = element("button", { type: "button", class: "more", onclick: () => { shown += 100; draw(); } }, "Show more");
  const filter = options.filter && element("input", {
    type: "search", placeholder: options.filter, "aria-label": options.filter,
    oninput: (event) => { wanted = event.target.value.toLowerCase(); shown = first; draw(); },
  });
  const text = (row) => columns.filter((column) => column.text).map((column) => column.value(row)).join(" ").toLowerCase();
  const draw = () => {
    const found = rows.filter((row) => !wanted || text(row).includes(wanted));
    const compare = (a, b) => (typeof a === "string" ? a.localeCompare(b) : a - b);
    if (sorted >= 0) found.sort((a, b) => direction * compare(columns[sorted].value(a), columns[sorted].value(b)));
    heads.forEach((head, at) => head.setAttribute("aria-sort", at === sorted ? (direction < 0 ? "descending" : "ascending") : "none"));
    body.replaceChildren(...found.slice(0, shown).map(draw_row));
    status.textContent = found.length > shown ? `${count(shown)} of ${count(found.length)} shown` : `${count(found.length)} ${found.length === 1 ? "row" : "rows"}`;
    more.hidden = found.length <= shown;
  };
  const draw_row = (row) => {
    const line = element("tr", { "aria-selected": options.select && (row === chosen ? "true" : "false") });
    line.append(...columns.map((column, at) => {
      const value = column.value(row);
      const inside = column.show ? column.show(row) : KINDS[column.kind](value);
      const cell = element("td", { class: classes(column) });
      if (at === 0 && options.select) {
        cell.append(element("button", { type: "button", class: "link", onclick: () => choose(row, true) }, inside));
      } else cell.append(...[inside].flat());
      return cell;
    }));
    return line;
  };
  let chosen = null;
  const choose = (row, byHand) => {
    chosen = row;
    const position = document.activeElement && body.contains(document.activeElement) ? [...body.querySelectorAll("button")].indexOf(document.activeElement) : -1;
    draw();
    if (position >= 0) body.querySelectorAll("button")[position]?.focus();
    options.select(row, byHand);
  };
  if (rows.length === 0) {
    place.replaceChildren(nothing(options.empty || "None."));
    return { choose: () => {} };
  }
  const head = element("thead", {}, element("tr", {}, heads));
  const scroll = element("div", { class: "scroll", tabindex: rows.length ? 0 : null, role: "region", "aria-label": options.label },
    element("table", { "aria-label": options.label }, head, body));
  place.replaceChildren(
    ...(filter || rows.length > first ? [element("div", { class: "tools" }, filter, status, more)] : []), scroll);
  draw();
  return { choose };
};

const classes = (column) => [column.text ? "text" : "", column.name ? "name" : "", column.wrap ? "wrap" : "", column.wide ? "narrow-hide" : ""].filter(Boolean).join(" ") || null;
