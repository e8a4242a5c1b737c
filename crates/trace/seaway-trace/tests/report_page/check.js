// SPDX-License-Identifier: MIT OR Apache-2.0
// Runs after the page's own script and uses the page as people do. What it finds is written into the page, where the
// test reads it.
(() => {
  const failures = [...window.problems], passed = [];
  const check = (what, holds) => (holds ? passed : failures).push(what);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const one = (selector) => document.querySelector(selector);
  const press = (target, key) => target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const colours = (canvas) => {
    // From a copy: browsers complain about canvases that are read again and again.
    const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
    const context = copy.getContext("2d", { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height), found = new Set();
    for (let at = 0; at < data.length; at += 4) found.add(data[at] << 16 | data[at + 1] << 8 | data[at + 2]);
    return [...found];
  };
  const rows = (id) => all(`#${id} tbody tr`);
  const column = (id, number) => rows(id).map((row) => row.children[number].textContent);
  const head = (id, title) => all(`#${id} thead button`).find((button) => button.textContent === title);

  // Plots have data.
  check("two lines of bandwidth", all("#bandwidth path.data").every((path) => path.getAttribute("d").length > 500) && all("#bandwidth path.data").length === 2);
  check("the map has many colours", colours(one("#heat .map canvas")).length > 10);
  check("the map has eight rows", one("#heat .map canvas").height === 8);
  check("offsets over time have points", all("#file path.data").some((path) => path.getAttribute("d").split("M").length > 50));
  check("sizes have bars", all("#file rect.data").length > 0 && all("#file rect.data").every((bar) => bar.getAttribute("height") > 0));
  check("ranks have bars", all("#ranks-plot .track i").some((bar) => parseFloat(bar.style.width) > 50));
  check("sections are in their order", all("main > section").map((section) => section.id).join(" ") === "findings layers timeline files ranks sharing calls chains slowest troubles");
  check("who ran it, when and in which job", one(".facts").textContent.replace(/\s+/g, " ").includes("began2026-11-16 20:45:30 UTC") && one(".facts").textContent.includes("useradajob4711 (SLURM_JOB_ID)"));
  check("the command has its arguments", one(".facts .command").textContent === "./ocean_model --steps 12 input.nml");
  check("layers from top to bottom", column("layers-table", 0).join(" ") === "MPI-IO device POSIX");
  check("layers have rates", column("layers-table", 8).every((rate) => /^[\d,]+\.\d MiB\/s$/.test(rate)));
  check("layers have exact sizes", column("layers-table", 5)[0] === "2,048 B × 5,760, 4,194,304 B × 96");
  check("mount points are known", column("mounts-table", 0).join() === "/scratch lustre,/data nfs4");
  check("files by use", column("uses-table", 0).join() === "read only,written only");
  check("system files are hidden and told", !one("#files-table").textContent.includes("/proc") && one("#files-about").textContent.includes("4 system files are not shown"));
  check("a file has its exact sizes", one("#file .common").textContent.includes(" B × "));
  check("every drawing has a label", all("svg").every((drawing) => drawing.getAttribute("aria-label").length > 10));
  check("no drawing has a broken number", !all("svg *").some((part) => [...part.attributes].some(({ value }) => /NaN|Infinity|undefined/.test(value))));
  for (const id of ["files-table", "ranks-table", "sharing-table", "calls-table", "chains-table", "slowest-table", "unfinished-table", "failed-table"]) {
    check(`${id} has rows`, rows(id).length > 0);
    check(`${id} has no broken number`, !/NaN|undefined|null|Infinity/.test(one(`#${id}`).textContent));
  }
  check("what was not seen is told", one("#unseen").textContent.includes("io_uring"));
  check("a full quota is told at the top", one("header .warning").textContent.includes("rank 5"));

  // Sorting.
  check("sorted by time at first", one("#files-table th[aria-sort='descending']").textContent === "Time");
  const first = column("files-table", 0)[0];
  head("files-table", "Read").click();
  check("heading says how it is sorted", head("files-table", "Read").parentElement.getAttribute("aria-sort") === "descending");
  check("most read comes first", column("files-table", 0)[0] === "/data/bathymetry.nc" && first !== "/data/bathymetry.nc");
  head("files-table", "Read").click();
  check("the other way around", head("files-table", "Read").parentElement.getAttribute("aria-sort") === "ascending" && column("files-table", 5)[0] === "–");
  head("files-table", "File").click();
  const names = column("files-table", 0);
  check("names are sorted as names", names.every((name, at) => at === 0 || names[at - 1].localeCompare(name) <= 0));
  check("one heading is sorted", all("#files-table th[aria-sort='ascending'], #files-table th[aria-sort='descending']").length === 1);

  // Filters and more rows.
  const before = rows("files-table").length;
  one("#files-table .more").click();
  check("more rows are shown", rows("files-table").length > before && rows("files-table").length === JSON.parse(one("#data").textContent).files.length);
  const shown = column("files-table", 0);
  const filter = one("#files-table input");
  const type = (text) => { filter.value = text; filter.dispatchEvent(new Event("input", { bubbles: true })); };
  type("DIAGNOSTICS");
  check("the filter leaves what has the word", rows("files-table").length === 1 && column("files-table", 0)[0].endsWith("diagnostics.bin"));
  check("the filter says how many are left", one("#files-table [role=status]").textContent === "1 row");
  type("no such file");
  check("the filter can leave nothing", rows("files-table").length === 0);
  type("");

  // Choosing a file.
  const chosen = rows("files-table")[1].querySelector("button");
  chosen.focus();
  chosen.click();
  check("the chosen file is shown", one("#file h3").textContent === chosen.textContent);
  check("the chosen row is marked", all("#files-table tr[aria-selected=true]").length === 1);
  const lead = one("button[data-file]");
  lead.click();
  check("findings lead to their file", lead.closest("li").textContent.includes(one("#file h3").textContent));

  // Keys in the map.
  const map = one("#heat .map canvas"), readout = one("#heat-readout");
  map.focus();
  check("the map takes the focus", document.activeElement === map);
  press(map, "ArrowRight");
  check("the first key begins at the first rank", readout.textContent.startsWith("rank 0, from 0 ns"));
  press(map, "ArrowDown"); press(map, "ArrowDown"); press(map, "ArrowRight");
  check("arrows move", readout.textContent.startsWith("rank 2, from ") && !readout.textContent.startsWith("rank 2, from 0 ns"));
  press(map, "End"); press(map, "ArrowRight");
  check("the map has an end", readout.textContent.startsWith("rank 2, from 6."));
  all("#heat input[type=radio]")[3].click();
  check("the readout follows the choice", readout.textContent.includes("time in i/o"));

  const layer = all("#heat input[name=layer]");
  check("a map for all, and for each layer", layer.map((input) => input.parentElement.textContent).join(" ") === "All MPI-IO device POSIX");
  layer[2].click();
  check("the map of a layer has its bytes", colours(map).length > 3 && map.height === 8);
  check("layers have no times", all("#heat input[name=metric]")[3].disabled && all("#heat input[name=metric]")[0].checked);
  press(map, "ArrowRight");
  check("the readout names the layer", readout.textContent.startsWith("rank 0, device, from 0 ns"));
  layer[0].click();
  check("back to all calls", !all("#heat input[name=metric]")[3].disabled && readout.textContent === "");

  // Colours.
  const theme = one("#theme"), cold = () => colours(map)[0];
  theme.click();
  const light = [document.documentElement.dataset.theme, cold(), getComputedStyle(document.body).backgroundColor];
  theme.click();
  const dark = [document.documentElement.dataset.theme, cold(), getComputedStyle(document.body).backgroundColor];
  check("light and dark differ", light[0] === "light" && dark[0] === "dark" && light[1] !== dark[1] && light[2] !== dark[2]);
  theme.click();
  check("back to the system's colours", document.documentElement.dataset.theme === undefined);

  // Names of files stay text.
  check("no name became markup", document.title === "I/O of ocean_model" && all("img").length === 0 && all("script").length === 4);
  for (const part of ["</script><script>document.title='broken'</script>", "<img src=x onerror=alert(1)>", "line\\nbreak\\x1b[2J", "\\xff\\xfe\\x80", "\\u{202e}turned", "<!-- {{data}} $& \\u003c"]) {
    check(`${part} is shown as it is`, shown.some((name) => name.includes(part)));
  }

  // Nothing hangs over the edge, also on a phone; tables may scroll in themselves.
  if (innerWidth >= 1200) {
    for (const region of all(".scroll")) check(`${region.getAttribute("aria-label")} fits`, region.scrollWidth <= region.clientWidth);
  }
  check(`fits ${innerWidth} pixels`, document.documentElement.scrollWidth <= innerWidth);
  check("everything that is pressed can be reached by keys", all("button, input").every((control) => control.tabIndex === 0));

  failures.push(...window.problems.filter((problem) => !failures.includes(problem)));
  const found = JSON.stringify({ width: innerWidth, passed, failures });
  if (parent !== window) parent.postMessage(found, "*");
  else document.body.append(Object.assign(document.createElement("pre"), { id: "checked", textContent: found }));
})();
