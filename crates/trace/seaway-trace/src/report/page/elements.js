// SPDX-License-Identifier: MIT OR Apache-2.0
// Makes parts of the page. Texts become text nodes, never markup: names of files may be anything.

const byId = (id) => document.getElementById(id);

const element = (name, properties = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "class") made.className = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "style") made.style.cssText = value;
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return made;
};

const drawing = (width, height, label, ...children) =>
  shape("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label }, ...children);

const shape = (name, properties = {}, ...children) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(properties)) made.setAttribute(key, value);
  made.append(...children.flat(Infinity));
  return made;
};

const nothing = (text) => element("p", { class: "none" }, text);

// `/folder/` soft and `name` plain: the name tells most.
const fileName = (path) => {
  const at = path.replace(/\/+$/, "").lastIndexOf("/") + 1;
  return [element("span", { class: "folder" }, path.slice(0, at)), path.slice(at)];
};

const key = (...entries) =>
  element("div", { class: "key" }, entries.map(([colour, text]) => element("span", {}, element("i", { style: `background:${colour}` }), text)));

// Numbers of 16 bits, the lower byte first.
const numbers16 = (text) => {
  const bytes = atob(text), found = new Uint16Array(bytes.length / 2);
  for (let at = 0; at < found.length; at += 1) found[at] = bytes.charCodeAt(2 * at) | bytes.charCodeAt(2 * at + 1) << 8;
  return found;
};

// As `page/encoding.rs` has packed them: the logarithm, in steps of a thousandth.
const amounts = (text) => Float64Array.from(numbers16(text), (step) => (step === 0 ? 0 : 2 ** (step / 1000) - 1));

const startTheme = (changed) => {
  const button = byId("theme"), names = ["system", "light", "dark"];
  let theme = "system";
  try { theme = localStorage.getItem("seaway-theme") || "system"; } catch { /* Not every browser lets pages of files keep something. */ }
  const show = () => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.textContent = `Colours: ${theme}`;
    button.setAttribute("aria-label", `Colours: ${theme === "system" ? "as the system has them" : theme}`);
    changed();
  };
  button.addEventListener("click", () => {
    theme = names[(names.indexOf(theme) + 1) % names.length];
    try { localStorage.setItem("seaway-theme", theme); } catch { /* As above. */ }
    show();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
  show();
};
