// SPDX-License-Identifier: MIT OR Apache-2.0
// The map of ranks over time: darker, or lighter on dark paper, is more.

const RAMPS = {
  light: [[238, 242, 246], [198, 219, 239], [107, 174, 214], [33, 113, 181], [8, 48, 107]],
  dark: [[30, 37, 44], [12, 62, 104], [31, 120, 180], [120, 198, 220], [246, 250, 225]],
};

const isDark = () => {
  const theme = document.documentElement.dataset.theme;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};

const colourOf = (share) => {
  const ramp = RAMPS[isDark() ? "dark" : "light"], at = Math.min(Math.max(share, 0), 1) * (ramp.length - 1);
  const low = Math.min(Math.floor(at), ramp.length - 2);
  return ramp[low].map((from, channel) => Math.round(from + (ramp[low + 1][channel] - from) * (at - low)));
};

// Small amounts must be seen beside large ones.
const shade = (value, largest) => (value > 0 && largest > 0 ? 0.12 + 0.88 * Math.sqrt(value / largest) : 0);

// `whole` has what the program itself called; `layers` are maps of single layers, whoever called them, without times.
const makeHeat = (place, whole, layers) => {
  const maps = [["All", whole], ...layers.map(({ layer, ...heat }) => [layer, { ...whole, ...heat, time: null }])]
    .map(([title, heat]) => ({ ...heat, title, read: amounts(heat.read), written: amounts(heat.written), time: heat.time && amounts(heat.time) }));
  const { bins, width } = whole;
  let heat = maps[0], names = heat.names, rows = names.length;
  const perSecond = (value) => value * 1e9 / width;
  const metrics = [
    ["Read and written", (at) => perSecond(heat.read[at] + heat.written[at]), rate],
    ["Read", (at) => perSecond(heat.read[at]), rate],
    ["Written", (at) => perSecond(heat.written[at]), rate],
    ["Time in I/O", (at) => heat.time[at] / width / heat.lanes[Math.floor(at / bins)], percent],
  ];
  let metric = 0, cell = null;
  const canvas = element("canvas", {
    width: bins, height: rows, tabindex: 0, role: "application",
    "aria-label": "Map of ranks over time. Arrow keys move from value to value.",
    "aria-describedby": "heat-readout",
  });
  const cursor = element("div", { class: "cursor", hidden: true });
  const readout = element("p", { class: "readout", id: "heat-readout", role: "status" });
  const scale = element("canvas", { width: 64, height: 1, "aria-hidden": "true" });
  const most = element("span");
  let largest = 0;
  const draw = () => {
    const [, value, show] = metrics[metric];
    largest = 0;
    for (let at = 0; at < rows * bins; at += 1) largest = Math.max(largest, value(at));
    paint(canvas, rows * bins, (at) => shade(value(at), largest));
    paint(scale, 64, (at) => shade(at / 63, 1));
    most.textContent = show(largest);
    if (cell) tell();
  };
  const tell = () => {
    const [row, bin] = cell, [name, value, show] = metrics[metric];
    cursor.hidden = false;
    cursor.style.left = `${bin / bins * 100}%`;
    cursor.style.top = `${row / rows * 100}%`;
    cursor.style.width = `max(${100 / bins}%, 6px)`;
    cursor.style.height = `max(${100 / rows}%, 6px)`;
    readout.textContent = `${names[row]}${heat.title === "All" ? "" : `, ${heat.title}`}, from ${duration(bin * width)} to ${duration((bin + 1) * width)}: ${name.toLowerCase()} ${show(value(row * bins + bin))}`;
  };
  const go = (row, bin) => {
    cell = [Math.min(Math.max(row, 0), rows - 1), Math.min(Math.max(bin, 0), bins - 1)];
    tell();
  };
  canvas.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], PageUp: [-10, 0], PageDown: [10, 0], Home: [0, -bins], End: [0, bins] };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    if (cell) go(cell[0] + step[0], cell[1] + step[1]);
    else go(0, 0);
  });
  const point = (event) => {
    const box = canvas.getBoundingClientRect();
    go(Math.floor((event.clientY - box.top) / box.height * rows), Math.floor((event.clientX - box.left) / box.width * bins));
  };
  canvas.addEventListener("pointerdown", point);
  canvas.addEventListener("pointermove", (event) => event.pointerType === "mouse" && point(event));
  const choose = (title, name, words, chosen) => element("fieldset", { class: "choice" }, element("legend", {}, title), words.map((word, at) =>
    element("label", {}, element("input", { type: "radio", name, value: at, checked: at === 0, onchange: () => chosen(at) }), word)));
  const choice = choose("Show", "metric", metrics.map(([name]) => name), (at) => { metric = at; draw(); });
  const timeChoice = choice.querySelectorAll("input")[3], labelColumn = element("div", { class: "rows", "aria-hidden": "true" });
  const showMap = (at) => {
    heat = maps[at];
    [names, rows, cell] = [heat.names, heat.names.length, null];
    [canvas.width, canvas.height] = [bins, rows];
    canvas.style.height = `${Math.min(Math.max(rows * 14, 56), 420)}px`;
    labelColumn.replaceChildren(...labels(names).filter(Boolean));
    cursor.hidden = true;
    readout.textContent = "";
    timeChoice.disabled = !heat.time;
    if (!heat.time && metric === 3) {
      metric = 0;
      choice.querySelector("input").checked = true;
    }
    draw();
  };
  const layerChoice = layers.length > 1 ? choose("Layer", "layer", maps.map((map) => map.title), showMap) : null;
  const end = bins * width;
  place.replaceChildren(
    ...[choice, layerChoice].filter(Boolean),
    element("div", { class: "heat", style: `--left:${leftOf(whole)}px` },
      labelColumn,
      element("div", { class: "map" }, canvas, cursor),
      element("div", { class: "times", "aria-hidden": "true" }, timeTicks(end, 6).filter(([share]) => share < 0.97).map(([share, text]) => element("span", { style: `left:${share * 100}%` }, text)))),
    element("div", { class: "scale" }, "0", scale, most),
    readout);
  showMap(0);
  return { draw, go, readout };
};

// Room for names of rows; the drawing above begins at the same place.
const leftOf = (heat) => {
  const longest = Math.max(...heat.names.map((name) => name.length));
  return Math.min(Math.max(76, longest * 6.5 + 12), document.body.clientWidth < 600 ? 76 : 170);
};

const labels = (names) => {
  const every = Math.ceil(names.length / 16);
  return names.map((name, row) => (row % every ? null : element("span", { style: `top:${(row + 0.5) / names.length * 100}%` }, name)));
};

const paint = (canvas, cells, value) => {
  const context = canvas.getContext("2d"), image = context.createImageData(canvas.width, canvas.height);
  for (let at = 0; at < cells; at += 1) {
    image.data.set(colourOf(value(at)), 4 * at);
    image.data[4 * at + 3] = 255;
  }
  context.putImageData(image, 0, 0);
};
