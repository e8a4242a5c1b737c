// SPDX-License-Identifier: MIT OR Apache-2.0
// Amounts as people read them; `report/quantity.rs` writes them the same way.

const bytes = (amount) => {
  if (amount < 1024) return `${Math.round(amount)} ${Math.round(amount) === 1 ? "byte" : "bytes"}`;
  const units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
  let scaled = amount / 1024, unit = 0;
  while (scaled >= 1023.95 && unit + 1 < units.length) { scaled /= 1024; unit += 1; }
  return `${scaled.toFixed(scaled < 99.95 ? 1 : 0)} ${units[unit]}`;
};

// One unit for all, to compare with other tools.
const mebibytes = (perSecond) => {
  const tenths = Math.round(perSecond * 10);
  return `${count(Math.floor(tenths / 10))}.${tenths % 10} MiB/s`;
};

const rate = (amount) => `${bytes(amount)}/s`;

const duration = (nanoseconds) => {
  const seconds = Math.floor(nanoseconds / 1e9);
  if (nanoseconds < 1e3) return `${Math.round(nanoseconds)} ns`;
  if (nanoseconds < 1e6) return `${(nanoseconds / 1e3).toFixed(1)} µs`;
  if (nanoseconds < 1e8) return `${(nanoseconds / 1e6).toFixed(1)} ms`;
  if (nanoseconds < 1e11) return `${(nanoseconds / 1e9).toFixed(2)} s`;
  if (nanoseconds < 3.6e12) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor(seconds / 60) % 60} min`;
};

const count = (number) => Math.round(number).toString().replace(/\B(?=(\d{3})+$)/g, ",");

// `1 call`, `2 calls`.
const counted = (number, what) => `${count(number)} ${what}${number === 1 ? "" : "s"}`;

const percent = (share) => {
  const value = share * 100;
  if (value > 0 && value < 0.1) return "< 0.1 %";
  return `${value.toFixed(value > 0 && value < 9.95 ? 1 : 0)} %`;
};

// Round numbers along an axis, a handful of them.
const ticks = (largest, wanted, base) => {
  if (!(largest > 0)) return [0];
  const rough = largest / wanted;
  const steps = base === 2 ? [1, 2, 4, 8] : [1, 2, 5, 10];
  const power = base === 2 ? 16 ** Math.floor(Math.log(rough) / Math.log(16)) : 10 ** Math.floor(Math.log10(rough));
  const step = (steps.find((one) => one * power >= rough) || (base === 2 ? 16 : 10)) * power;
  const found = [];
  for (let value = 0; value <= largest * 1.0001; value += step) found.push(value);
  return found;
};

// `size class 13` -> `4 KiB`: the smallest size of a class.
const sizeClass = (number) => (number === 0 ? "0" : bytes(2 ** (number - 1)).replace(".0", "").replace(" bytes", " B").replace(" byte", " B"));
