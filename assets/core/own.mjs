// A GPU of the reader's own: whether its figures can be, and its lines. On log-log paper
// every roofline is one and the same, moved; so its lines are the unit GPU's, lifted to the
// figures that were typed, and a ridge is read where the slope reaches a roof.

import { fill, formatConstant, significant } from "./format.mjs";
import { lifted, readAcross, readLine } from "./line.mjs";
import { readQuantity, refusal } from "./quantity.mjs";

// What each figure is called in an error, and the rules that it is read by.
export const OWN_FIGURES = {
  peak: { called: "peak", unit: "rate" },
  bandwidth: { called: "bandwidth", unit: "bandwidth" },
  tensor: { called: "tensor peak", unit: "rate", optional: true },
};

function readFigures(story, typed) {
  const values = {};
  const faults = {};
  for (const [name, { called, unit, optional }] of Object.entries(OWN_FIGURES)) {
    const text = typed[name] ?? "";
    if (optional && text.trim() === "") continue;
    const { value, error } = readQuantity(called, text, story.own_rules[unit]);
    if (error) faults[name] = error;
    else values[name] = value;
  }
  return { values, faults };
}

// What is wrong with the figures, by field: what cannot be read, and what no paper holds.
export function ownFaults(story, typed) {
  const { limits, words } = story.own;
  const { values, faults } = readFigures(story, typed);
  const refuse = (name, reason) => {
    const { called, unit } = OWN_FIGURES[name];
    faults[name] = refusal(called, reason, typed[name], story.own_rules[unit]);
  };
  const outside = (name, value) => value < limits[name][0] || value > limits[name][1];
  for (const [name, value] of Object.entries(values)) {
    if (outside(name, value)) refuse(name, words[name]);
  }
  if (faults.bandwidth) return faults;
  const slope = lifted(story.unit.slope, values.bandwidth);
  for (const name of ["peak", "tensor"]) {
    if (faults[name] || !(name in values)) continue;
    if (outside("ridge", readAcross(slope, values[name]))) refuse(name, words.ridge);
  }
  return faults;
}

// The lines of figures that are without fault.
export function liftMachine(story, typed) {
  const { unit, prefixes, words } = story;
  const { values } = readFigures(story, typed);
  const { bandwidth, peak: fp32, tensor: bf16 = null } = values;
  const slope = lifted(unit.slope, bandwidth);
  const corners = { fp32: readAcross(slope, fp32) };
  if (bf16) corners.bf16 = readAcross(slope, bf16);
  const peaks = bf16 ? { fp32, bf16 } : { fp32 };
  const names = Object.keys(peaks);
  const { x: across, y: up } = ranges(story, slope, peaks, corners);
  const line = (peak, at, from) => ({
    x: [from, at, across[1]],
    y: [readLine(slope, from), peak, peak],
  });
  const ridge = (name) => ({
    x: corners[name],
    y: peaks[name],
    text: formatConstant(corners[name], "", prefixes).trim(),
  });
  const dashes = bf16 && Math.min(corners.fp32, corners.bf16);
  const at = Object.fromEntries(names.map((name) => [name, significant(corners[name])]));
  const each = (made) => Object.fromEntries(names.map((name) => [name, made(name)]));
  return {
    ...unit,
    fp32: line(fp32, corners.fp32, across[0]),
    bf16: bf16 && line(bf16, corners.bf16, dashes),
    bf16_whole: bf16 && line(bf16, corners.bf16, across[0]),
    ridges: { fp32: ridge("fp32"), bf16: bf16 && ridge("bf16") },
    labels: labels(story, values, { slope, across, up }),
    precisions: names,
    peaks,
    bandwidth,
    slope,
    memory_time: lifted(unit.memory_time, 1 / bandwidth),
    compute_time: each((name) => lifted(unit.compute_time[name], 1 / peaks[name])),
    bands: each((name) => unit.bands[name].map((end) => end * corners[name])),
    ridge_words: fill(words.ridges[bf16 ? "both" : "fp32"], { gpu: unit.name, ...at }),
    needs: null,
    ranges: { x: across, y: up },
  };
}

// The axes, widened where the usual ones would hide a roof, a ridge or the walk's start.
function ranges({ scene, table, usual }, slope, peaks, corners) {
  const widened = ([lo, hi], values) => {
    const [lowest, highest] = [Math.min(...values), Math.max(...values)];
    return [
      lowest > lo * scene.spare ? lo : lowest / scene.margin,
      highest * scene.spare < hi ? hi : highest * scene.margin,
    ];
  };
  const first = readLine(slope, table[usual.n].fp32.intensity[0]);
  return {
    x: widened(scene.x_range, Object.values(corners)),
    y: widened(scene.y_range, [first, ...Object.values(peaks)]),
  };
}

// The names of its lines, where those of every other GPU stand.
function labels({ unit, prefixes, scene }, { bandwidth, peak, tensor }, { slope, across, up }) {
  const start = Math.max(1.2 * across[0], readAcross(slope, scene.foot * up[0]));
  const write = (value, symbol) => formatConstant(value, symbol, prefixes, 4);
  const short = (value) => formatConstant(value, "", prefixes);
  const texts = {
    slope: {
      x: start,
      y: readLine(slope, start),
      text: `${unit.memory} ${write(bandwidth, "B/s")}`,
      short: write(bandwidth, "B/s"),
    },
    roof: {
      x: across[1],
      y: peak,
      text: `${unit.short} FP32 ${formatConstant(peak, "FLOP/s", prefixes)}`,
      short: `FP32 ${short(peak)}`,
    },
    tensor: tensor && {
      x: across[1],
      y: tensor,
      text: `${unit.short} BF16 tensor ${write(tensor, "")}`,
      short: `BF16 ${short(tensor)}`,
    },
  };
  return unit.labels
    .filter(({ id }) => texts[id])
    .map((label) => ({ ...label, ...texts[label.id] }));
}
