// SPDX-License-Identifier: MIT OR Apache-2.0
// Drawings: bandwidth over time, offsets over time, sizes.

// On narrow screens a drawing is made narrower, so that its letters stay readable.
const plotWidth = (widest) => Math.min(widest, Math.max(300, document.body.clientWidth - 40));

const grid = (left, top, width, height, xTicks, yTicks) => [
  ...yTicks.map(([share, text]) => [
    shape("line", { class: "axis", x1: left, x2: left + width, y1: top + height * (1 - share), y2: top + height * (1 - share) }),
    label(left - 6, top + height * (1 - share) + 4, text, "end"),
  ]).flat(),
  ...xTicks.map(([share, text]) => label(left + width * share, top + height + 16, text, share === 0 ? "start" : share > 0.95 ? "end" : "middle")),
];

const label = (x, y, text, anchor) => {
  const made = shape("text", { x, y, "text-anchor": anchor });
  made.textContent = text;
  return made;
};

const timeTicks = (span, wanted) => ticks(span, wanted).map((time) => [span > 0 ? time / span : 0, time === 0 ? "0" : duration(time)]);

const drawBandwidth = (place, heat) => {
  const { bins, width } = heat, rows = heat.names.length;
  const sums = [heat.read, heat.written].map((text) => {
    const values = amounts(text), sum = new Float64Array(bins);
    for (let at = 0; at < rows * bins; at += 1) sum[at % bins] += values[at] * 1e9 / width;
    return sum;
  });
  const most = Math.max(...sums[0], ...sums[1], 1), wide = place.clientWidth || 1100;
  const left = leftOf(heat), top = 8, across = wide - left - 1, high = 130;
  const line = (values) => `M${Array.from(values, (value, at) => {
    const y = (top + high * (1 - value / most)).toFixed(1);
    return `${(left + across * at / bins).toFixed(1)} ${y}H${(left + across * (at + 1) / bins).toFixed(1)}`;
  }).join("L")}`;
  const area = (values) => `${line(values)}V${top + high}H${left}Z`;
  place.replaceChildren(
    key(["var(--read)", "read"], ["var(--write)", "written"]),
    drawing(wide, high + 34, `Bandwidth over time: at most ${rate(Math.max(...sums[0]))} read and ${rate(Math.max(...sums[1]))} written`,
      grid(left, top, across, high, timeTicks(bins * width, wide > 600 ? 6 : 3), ticks(most, 3, 2).map((value) => [value / most, value === 0 ? "0" : rate(value).replace(".0", "")])),
      ["read", "write"].map((name, at) => [
        shape("path", { d: area(sums[at]), fill: `var(--${name})`, "fill-opacity": 0.16 }),
        shape("path", { d: line(sums[at]), fill: "none", stroke: `var(--${name})`, "stroke-width": 1.4, class: "data" }),
      ]).flat()));
};

// Points: time, offset, length in 65535ths, and the row of the map with the highest bit for writing.
const drawPattern = (sample, span) => {
  const numbers = numbers16(sample.points), wide = plotWidth(640), [left, top, across, high] = [70, 8, wide - 80, 230];
  const paths = ["", ""];
  for (let at = 0; at < numbers.length; at += 4) {
    const x = left + across * numbers[at] / 65535, y = top + high * (1 - numbers[at + 1] / 65535);
    const up = Math.max(high * numbers[at + 2] / 65535, 0.1);
    paths[numbers[at + 3] >> 15] += `M${x.toFixed(1)} ${y.toFixed(1)}v${(-up).toFixed(1)}`;
  }
  const points = numbers.length / 4;
  return element("div", {},
    element("h4", {}, "Offsets over time"),
    key(["var(--read)", "read"], ["var(--write)", "written"]),
    drawing(wide, high + 34, `Offsets over time: ${count(points)} accesses of ${bytes(sample.end)}`,
      grid(left, top, across, high, timeTicks(span, wide > 500 ? 5 : 3), ticks(sample.end, 4, 2).map((value) => [value / sample.end, value === 0 ? "0" : bytes(value).replace(".0", "")])),
      ["read", "write"].map((name, at) => shape("path", { d: paths[at] || "M0 0", fill: "none", stroke: `var(--${name})`, "stroke-width": 2.4, "stroke-linecap": "round", "stroke-opacity": 0.75, class: "data" }))),
    element("p", { class: "about" }, points < sample.seen
      ? `${count(points)} of ${count(sample.seen)} accesses, drawn at random so that each had the same chance.`
      : `All ${count(points)} accesses.`));
};

// Groups of bars: for each class of sizes the calls that read and that wrote.
const drawSizes = (title, reads, writes) => {
  const all = [...reads, ...writes].map(([size]) => size);
  if (all.length === 0) return null;
  const [low, high] = [Math.min(...all), Math.max(...all)], classes = high - low + 1;
  const most = Math.max(...[...reads, ...writes].map(([, calls]) => calls));
  const wide = plotWidth(420), [left, top, across, tall] = [62, 8, wide - 72, 150], each = across / classes;
  const thick = Math.min(each * 0.4, 36);
  const bars = [[reads, "read", writes.length ? -1 : -0.5], [writes, "write", reads.length ? 0 : -0.5]].map(([sizes, name, at]) => sizes.map(([size, calls]) => {
    const height = Math.max(tall * calls / most, 1);
    return shape("rect", { x: left + each * (size - low + 0.5) + thick * at, y: top + tall - height, width: Math.max(thick - 1, 1), height, fill: `var(--${name})`, class: "data" });
  }));
  const every = Math.ceil(classes / Math.max(2, Math.floor(across / 58)));
  const names = Array.from({ length: classes }, (_, at) => at).filter((at) => at % every === 0)
    .map((at) => label(left + each * (at + 0.5), top + tall + 16, sizeClass(low + at), "middle"));
  return element("div", {},
    element("h4", {}, title),
    drawing(wide, tall + 34, `${title}: sizes from ${sizeClass(low)}, at most ${count(most)} calls of one size`,
      grid(left, top, across, tall, [], ticks(most, 3).filter(Number.isInteger).map((value) => [value / most, count(value)])), bars, names));
};

// Parts of a whole, one row each: [name, [[colour, amount]...], text].
const drawBars = (rows) => {
  const most = Math.max(...rows.map(([, parts]) => parts.reduce((sum, [, amount]) => sum + amount, 0)), 1e-9);
  return element("div", { class: "bars" }, rows.map(([name, parts, text]) => [
    element("span", {}, name),
    element("span", { class: "track" }, parts.map(([colour, amount]) => element("i", { class: "data", style: `background:${colour};width:${(amount / most * 100).toFixed(2)}%` }))),
    element("span", { class: "value" }, text),
  ]).flat());
};
