// The steps that are shown as a table for other programs, in SI units.

const CSV_DIGITS = 12;

export function csvOf(story, view) {
  const rows = view.shown.flatMap(({ machine, walk }) =>
    walk.map((frame) => [
      machine.board,
      frame.setting.n,
      frame.setting.precision,
      frame.tile,
      frame.x,
      frame.lineRate,
      frame.hbmBound,
      frame.flops,
      frame.bytes,
      frame.memoryTime,
      frame.computeTime,
      frame.lineRate / frame.peak,
      frame.lineGain,
      ...machine.source_keys,
    ]),
  );
  return [story.share.csv, ...rows].map((row) => `${row.map(cell).join(",")}\n`).join("");
}

function cell(value) {
  // Counts of bytes and flops may have more digits, and are exact.
  if (Number.isInteger(value)) return String(value);
  if (typeof value === "number") return String(Number(value.toPrecision(CSV_DIGITS)));
  return /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
