// SPDX-License-Identifier: MIT OR Apache-2.0
// Puts the page together from the data in it.

const data = JSON.parse(byId("data").textContent);
const columnOf = (title, at, kind, more = {}) => ({ title, kind, value: (row) => row[at], ...more });
const name = (at) => ({ title: "File", text: true, name: true, value: (row) => row[at], show: (row) => fileName(row[at]) });

const ORDER = [["var(--ordered)", "in order"], ["var(--strided)", "strided"], ["var(--random)", "random"]];

const orderBar = (file) => {
  const parts = [file.sequential, file.strided, file.random], all = parts[0] + parts[1] + parts[2];
  if (all === 0) return "–";
  const text = ORDER.map(([, word], at) => `${percent(parts[at] / all)} ${word}`).join(", ");
  return element("span", { class: "order", role: "img", "aria-label": text, title: text },
    ORDER.map(([colour], at) => element("i", { style: `background:${colour};width:${parts[at] / all * 100}%` })));
};

// Rows become objects: they are spoken of in many places.
const FILE_FIELDS = ["name", "lanes", "opens", "reads", "writes", "readBytes", "writtenBytes", "readTime", "writeTime", "metadataTime", "syncTime", "waitTime", "sequential", "strided", "random", "looks", "syncs", "failures"];
const files = data.files.map((row, number) => Object.assign(Object.fromEntries(row.map((value, at) => [FILE_FIELDS[at], value])), { number }));
const timeOf = (file) => file.readTime + file.writeTime + file.metadataTime + file.syncTime + file.waitTime;
const LANE_FIELDS = ["name", "readBytes", "writtenBytes", "calls", "readTime", "writeTime", "metadataTime", "syncTime", "waitTime", "available"];
const lanes = data.lanes.map((row) => Object.fromEntries(row.map((value, at) => [LANE_FIELDS[at], value])));

const field = (title, key, kind, more = {}) => ({ title, kind, value: (row) => row[key], ...more });

const showFiles = () => {
  const hidden = data.fileCount - data.hiddenCount - files.length;
  const rest = hidden > 0 ? ` The ${count(files.length)} that take most time are listed; ${count(hidden)} others only count in sums.` : "";
  byId("files-about").textContent = `Choose a file to see how it is accessed.${rest} ${data.hidden || ""}`;
  return makeTable(byId("files-table"), [
    { title: "File", text: true, name: true, value: (file) => file.name, show: (file) => fileName(file.name) },
    field("Ranks", "lanes", "count", { wide: true, help: "Ranks or processes that accessed it" }),
    field("Opens", "opens", "count", { wide: true }),
    field("Reads", "reads", "count", { wide: true }),
    field("Writes", "writes", "count", { wide: true }),
    field("Read", "readBytes", "bytes"),
    field("Written", "writtenBytes", "bytes"),
    { title: "Order", wide: true, help: "In order, strided, random. Sorted by the random share", value: (file) => file.random / Math.max(file.sequential + file.strided + file.random, 1), show: orderBar },
    { title: "Metadata", kind: "share", wide: true, help: "Share of its time in metadata calls", value: (file) => file.metadataTime / Math.max(timeOf(file), 1), show: (file) => (timeOf(file) ? percent(file.metadataTime / timeOf(file)) : "–") },
    { title: "Time", kind: "time", value: timeOf },
  ], files, { filter: "Filter by name", label: "Files", select: showFile });
};

let shownFile = null;

const showFile = (file, byHand) => {
  shownFile = file;
  const place = byId("file"), detail = data.details[file.number], all = file.sequential + file.strided + file.random;
  const parts = [element("h3", { id: "file-title", tabindex: -1 }, fileName(file.name))];
  const moved = file.readBytes + file.writtenBytes, moving = file.readTime + file.writeTime;
  parts.push(element("p", { class: "about" }, [
    `${counted(file.opens, "open")}, ${counted(file.reads, "read")}, ${counted(file.writes, "write")}`,
    moved > 0 && moving > 0 ? `${rate(moved * 1e9 / moving)} while moving bytes` : null,
    file.waitTime ? `${duration(file.waitTime)} of waiting` : null,
    file.syncs ? `forced to disk ${counted(file.syncs, "time")}` : null,
    file.looks ? `asked about ${counted(file.looks, "time")}` : null,
    file.failures ? `${counted(file.failures, "call")} failed` : null,
  ].filter(Boolean).join("; ") + "."));
  if (all > 0) {
    parts.push(key(...ORDER.map(([colour, word], at) => [colour, `${percent([file.sequential, file.strided, file.random][at] / all)} ${word}`])));
  }
  if (!detail) parts.push(nothing("No details for this file: other files take more time."));
  else {
    const right = [
      drawSizes("Sizes of reads and writes", detail.reads, detail.writes),
      drawSizes("Sizes of system calls below", detail.innerReads, detail.innerWrites),
      showCommon(detail),
      showShares(detail),
    ].filter(Boolean);
    parts.push(element("div", { class: "pair" },
      detail.sample ? drawPattern(detail.sample, data.span) : nothing("No offsets are known for this file."),
      element("div", {}, right)));
  }
  place.replaceChildren(...parts);
  if (byHand) byId("file-title").focus({ preventScroll: false });
};

const commonSizes = ([sizes, isExact]) => sizes.map(([size, times]) => `${count(size)} B × ${isExact ? "" : "at least "}${count(times)}`).join(", ");

const showCommon = (detail) => {
  if (detail.common.length === 0) return null;
  return element("div", {}, element("h4", {}, "Most common sizes"),
    detail.common.map(([layer, ...common]) => element("p", { class: "common" }, `${layer}: ${commonSizes(common)}`)));
};

const showLayers = () => {
  makeTable(byId("layers-table"), [
    { title: "Layer", text: true, value: (row) => row[0], kind: "text" },
    columnOf("Reads", 1, "count", { wide: true }), columnOf("Writes", 2, "count", { wide: true }), columnOf("Read", 3, "bytes"), columnOf("Written", 4, "bytes"),
    { title: "Most common sizes", text: true, wide: true, wrap: true, value: (row) => commonSizes(row[8]), kind: "text" },
    columnOf("Slowest", 5, "text", { text: true, wide: true, help: "The rank that spends most time in calls of the layer" }), columnOf("Its time", 6, "time", { wide: true }),
    { title: "Rate", value: (row) => row[7] || 0, show: (row) => (row[7] === null ? "–" : mebibytes(row[7])), help: "Bytes of all ranks divided by the time of the slowest" },
  ], data.layers, { unsorted: true, label: "Layers", empty: "No layer was used." });
  makeTable(byId("uses-table"), [
    { title: "Use", text: true, value: (row) => row[0], kind: "text" },
    columnOf("Files", 1, "count"), columnOf("Total", 2, "bytes"), columnOf("Average", 3, "bytes", { wide: true }), columnOf("Largest", 4, "bytes", { wide: true }),
  ], data.uses, { unsorted: true, label: "Files by use", empty: "No file was opened." });
  makeTable(byId("mounts-table"), [
    { title: "Mount point", text: true, wrap: true, value: (row) => `${row[0]} ${row[1]}`, show: (row) => [row[0], " ", element("span", { class: "unit" }, row[1])] },
    columnOf("Files", 2, "count", { wide: true }), columnOf("Read", 3, "bytes"), columnOf("Written", 4, "bytes"), columnOf("Time", 5, "time", { wide: true }),
  ], data.mounts, { unsorted: true, label: "Mount points", empty: "No bytes were read or written." });
};

const showShares = (detail) => {
  if (detail.lanes.length < 2) return null;
  const rows = detail.lanes.map(([who, read, written]) => [who, [["var(--read)", read], ["var(--write)", written]], bytes(read + written)]);
  const more = detail.laneCount - detail.lanes.length;
  return element("div", {}, element("h4", {}, `Bytes by rank${more > 0 ? ` (the ${detail.lanes.length} with most, of ${count(detail.laneCount)})` : ""}`), drawBars(rows));
};

const KINDS_OF_TIME = [["readTime", "var(--read)", "reading"], ["writeTime", "var(--write)", "writing"], ["metadataTime", "var(--other)", "metadata"], ["syncTime", "var(--sync)", "syncing to disk"], ["waitTime", "var(--wait)", "waiting for requests and partners"]];

const showRanks = () => {
  byId("ranks-about").textContent = data.imbalance;
  const busiest = [...lanes].sort((a, b) => timeOf(b) - timeOf(a)).slice(0, 16);
  byId("ranks-plot").replaceChildren(
    key(...KINDS_OF_TIME.map(([, colour, text]) => [colour, text])),
    drawBars(busiest.map((lane) => [lane.name, KINDS_OF_TIME.map(([field, colour]) => [colour, lane[field]]), duration(timeOf(lane))])));
  makeTable(byId("ranks-table"), [
    { title: "Rank or process", text: true, value: (lane) => lane.name, kind: "text" },
    field("Read", "readBytes", "bytes"),
    field("Written", "writtenBytes", "bytes"),
    field("Calls", "calls", "count", { wide: true }),
    field("Reading", "readTime", "time", { wide: true }),
    field("Writing", "writeTime", "time", { wide: true }),
    field("Names", "metadataTime", "time", { wide: true, help: "Opening, closing, asking, listing, renaming" }),
    { title: "Of its time", value: (lane) => Math.min(timeOf(lane) / Math.max(lane.available, 1), 1), show: (lane) => (lane.available ? percent(Math.min(timeOf(lane) / lane.available, 1)) : "–") },
    { title: "I/O time", kind: "time", value: timeOf },
  ], lanes, { filter: lanes.length > 15 ? "Filter by rank" : null, label: "Ranks and processes", first: 10 });
};

const showTables = () => {
  makeTable(byId("sharing-table"), [name(0), columnOf("Writers", 1, "count"), columnOf("At once", 2, "count"), columnOf("Overlapping", 3, "share"), columnOf("Time", 4, "time")],
    data.sharing, { label: "Files that several write", empty: "No file is written by several ranks at the same time." });
  makeTable(byId("calls-table"), [
    { title: "Call", text: true, value: (row) => row[0], show: (row) => element("code", {}, row[0]) },
    columnOf("Layer", 1, "text", { text: true, wide: true }), columnOf("Calls", 2, "count"), columnOf("Failed", 3, "count", { wide: true }),
    columnOf("Bytes", 4, "bytes"), { title: "Mean", kind: "time", wide: true, value: (row) => row[5] / Math.max(row[2], 1) },
    columnOf("Longest", 6, "time", { wide: true }), columnOf("Time", 5, "time"),
  ], data.calls, { filter: "Filter by call", label: "Calls" });
  makeTable(byId("chains-table"), [
    { title: "Call", text: true, name: true, value: (row) => `${row[0]} ${row[1]}`, show: (row) => [element("code", {}, row[0]), " ", ...fileName(row[1])] },
    columnOf("Times", 2, "count", { help: "Collective calls count once for all ranks" }), columnOf("Requested", 4, "bytes"),
    columnOf("Device", 6, "count", { wide: true, help: "Device accesses inside" }), columnOf("System calls", 9, "count"),
    { title: "Per call", value: (row) => row[9] / Math.max(row[2], 1), show: (row) => (row[2] ? (row[9] / row[2]).toFixed(row[9] / row[2] < 10 ? 1 : 0) : "–"), help: "System calls per MPI-IO call" },
    columnOf("System bytes", 10, "bytes", { wide: true }), columnOf("In system calls", 11, "time", { wide: true }), columnOf("Time", 5, "time"),
    { title: "How", text: true, wide: true, wrap: true, value: (row) => [row[12], row[13], row[14].map(([call, calls]) => `${count(calls)} ${call}`).join(", ")].filter(Boolean).join("; "), kind: "text" },
  ], data.chains, { sort: [8, -1], filter: "Filter by call or file", label: "MPI-IO calls and what they became", empty: "No MPI-IO in this trace." });
  makeTable(byId("slowest-table"), [
    { title: "Call", text: true, name: true, value: (row) => `${row[0]} ${row[1]}`, show: (row) => [element("code", {}, row[0]), " ", ...fileName(row[1])] },
    columnOf("Who", 2, "text", { text: true }), columnOf("At", 3, "time", { wide: true }), columnOf("Inside of", 6, "text", { text: true, wide: true }),
    columnOf("Bytes", 4, "bytes", { wide: true }), columnOf("Took", 5, "time"),
  ], data.slowest, { filter: "Filter by call, file or rank", label: "Slowest calls", empty: "No calls." });
  makeTable(byId("unfinished-table"), [
    { title: "Call", text: true, name: true, value: (row) => `${row[0]} ${row[1]}`, show: (row) => [element("code", {}, row[0]), " ", ...fileName(row[1])] },
    columnOf("Caller", 2, "text", { text: true }), columnOf("Started at", 3, "time"), columnOf("Lasted at least", 4, "time"),
  ], data.unfinished, { label: "Calls that did not return", empty: "All calls returned." });
  makeTable(byId("failed-table"), [name(0), columnOf("Why", 1, "text", { text: true }), columnOf("Ranks", 2, "count", { wide: true }), columnOf("Times", 3, "count")],
    data.failed, { filter: data.failed.length > 15 ? "Filter by name" : null, label: "Files that could not be opened", empty: "All files could be opened." });
};

const showList = (id, sentences, empty) =>
  byId(id).replaceChildren(...(sentences.length ? sentences.map((text) => element("li", {}, text)) : [element("li", { class: "none" }, empty)]));

const leadToFiles = (table) => {
  for (const button of document.querySelectorAll("button[data-file]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      table.choose(files[Number(button.dataset.file)], true);
      byId("file").scrollIntoView();
    });
  }
};

const table = showFiles();
if (files.length) table.choose(files.find((file) => data.details[file.number]?.sample) || files[0], false);
leadToFiles(table);
const drawAgain = () => {
  drawBandwidth(byId("bandwidth"), data.heat);
  if (shownFile) showFile(shownFile, false);
};
drawBandwidth(byId("bandwidth"), data.heat);
let width = document.body.clientWidth;
addEventListener("resize", () => {
  if (document.body.clientWidth === width) return;
  width = document.body.clientWidth;
  drawAgain();
});
const heat = makeHeat(byId("heat"), data.heat, data.layerHeats);
showLayers();
showRanks();
showTables();
showList("unseen", data.unseen, "Nothing is known to be missing.");
showList("notes", data.notes, "Everything could be read.");
startTheme(() => heat.draw());
