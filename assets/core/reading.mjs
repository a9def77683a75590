// Read a walk off the tables and the lines. The tables have what depends on size, tile
// and precision alone; a GPU's lines turn it into rates and times. That is enough for
// every state: on log-log paper each of those relations is straight, or a roofline.

import { readLine, steady } from "./line.mjs";

// The setting as that GPU can show it: a precision without a known peak gives way to the
// one that has it, and shared memory is drawn in FP32 alone, where it is known.
export function settingOn(machine, { n, precision, levels }) {
  const walked = machine.precisions.includes(precision)
    ? precision
    : machine.precisions[0];
  const shared = levels === "shared" && walked === "fp32" && machine.levels;
  return { n, precision: walked, levels: shared ? "shared" : "hbm" };
}

export function roofOf(machine, precision) {
  return precision === "fp32" ? machine.fp32 : machine.bf16_whole;
}

// All steps of a GPU in a setting.
export function readWalk(story, machine, asked) {
  const setting = settingOn(machine, asked);
  const { n, precision } = setting;
  const size = story.table[n];
  const { intensity, bytes } = size[precision];
  const peak = machine.peaks[precision];
  const [low, high] = machine.bands[precision];
  const letters = setting.levels === "shared" && machine.levels.binds[story.sizes.indexOf(n)].split(" ");

  const at = intensity.map((x, index) => {
    const lineRate = readLine(roofOf(machine, precision), x);
    const memoryRate = readLine(machine.slope, x);
    if (!letters) {
      const bound = x < low ? "memory" : x <= high ? "tie" : "compute";
      return { x, lineRate, memoryRate, rate: lineRate, bound, binds: "" };
    }
    const shared = readLine(machine.levels.slope, story.shared[index]);
    const binds = letters[index];
    const alone = binds === "C" ? "compute" : "tie";
    return {
      x,
      lineRate,
      memoryRate,
      shared: { x: story.shared[index], rate: shared },
      rate: Math.min(memoryRate, shared, peak),
      bound: binds.includes("C") ? alone : "memory",
      binds,
    };
  });

  return story.tiles.map((tile, index) => {
    const here = at[index];
    // The whole matrix is the largest tile: its double is itself.
    const next = tile < n ? at[index + 1] : here;
    const memoryTime = readLine(machine.memory_time, bytes[index]);
    const computeTime = readLine(machine.compute_time[precision], size.flops);
    const longer = Math.max(memoryTime, computeTime);
    return {
      ...here,
      setting,
      tile,
      index,
      peak,
      // Which of the two times is the longer is the HBM line's affair, whatever holds.
      hbmBound: here.x < low ? "memory" : here.x <= high ? "tie" : "compute",
      whole: tile >= n,
      lineGain: steady(next.lineRate / here.lineRate, 11),
      gain: steady(next.rate / here.rate, 11),
      meets: next.bound !== "memory",
      flops: size.flops,
      bytes: bytes[index],
      memoryTime,
      computeTime,
      memory_share: memoryTime / longer,
      compute_share: computeTime / longer,
      traffic_share: bytes[index] / bytes[0],
      side: story.sides[index],
      most: size[precision].most,
    };
  });
}

// A walk is read once for as long as the same GPU and setting are asked for.
export function createWalks(story) {
  const kept = new Map();
  return (key, machine, { n, precision, levels }) => {
    const name = [key, n, precision, levels].join(" ");
    const found = kept.get(name);
    if (found?.machine === machine) return found.walk;
    const walk = readWalk(story, machine, { n, precision, levels });
    if (kept.size > 64) kept.clear();
    kept.set(name, { machine, walk });
    return walk;
  };
}
