// SPDX-License-Identifier: MIT OR Apache-2.0
// Puts the page together that shows two traces.

const data = JSON.parse(byId("data").textContent);

// Less is better for all that is compared; the sign says it without colours, too.
const change = (before, after) => {
  if (before === after) return "same";
  if (before === 0) return "new";
  if (after === 0) return "gone";
  const factor = after / before;
  return factor >= 2 ? `${factor < 9.95 ? factor.toFixed(1) : count(factor)} ×` : `${factor < 1 ? "−" : "+"}${percent(Math.abs(factor - 1))}`;
};

const sum = (kind, value) => (value === null ? "not known" : KINDS[kind](value));

const pair = (title, at, kind, more = {}) => [
  { title: `${title}, before`, kind, value: (row) => row[at], ...more },
  { title: "after", kind, value: (row) => row[at + 1], ...more },
];

const changed = (at) => ({ title: "Change", value: (row) => Math.abs(row[at + 1] - row[at]), show: (row) => change(row[at], row[at + 1]) });

makeTable(byId("sums-table"), [
  { title: "", text: true, value: (row) => row[0], kind: "text" },
  { title: "Before", value: (row) => row[2], show: (row) => sum(row[1], row[2]) },
  { title: "After", value: (row) => row[3], show: (row) => sum(row[1], row[3]) },
  { title: "Change", value: (row) => (row[2] ? row[3] / row[2] : 0), show: (row) => (row[2] === null || row[3] === null ? "–" : change(row[2], row[3])) },
], data.sums, { label: "Totals", first: 30, unsorted: true });

makeTable(byId("files-table"), [
  { title: "File", text: true, name: true, value: (row) => row[0], show: (row) => fileName(row[0]) },
  ...pair("Calls", 1, "count", { wide: true }),
  ...pair("Bytes", 3, "bytes", { wide: true }),
  ...pair("Time", 5, "time"),
  changed(5),
], data.files, { filter: "Filter by name", label: "Files before and after", empty: "No files in either." });

makeTable(byId("calls-table"), [
  { title: "Call", text: true, value: (row) => row[0], show: (row) => element("code", {}, row[0]) },
  ...pair("Calls", 1, "count"),
  ...pair("Time", 3, "time"),
  changed(3),
], data.calls, { filter: "Filter by call", label: "Calls before and after", empty: "No calls in either." });

startTheme(() => {});
