// Read off a drawn line. Its vertices come from the model; between two of them a
// roofline is straight on log-log paper, so reading there is exact.

export function mix(from, to, share) {
  return from + (to - from) * share;
}

export function mixLog(from, to, share) {
  return Math.exp(mix(Math.log(from), Math.log(to), share));
}

export function readLine(line, x) {
  const last = line.x.length - 1;
  let right = 1;
  while (right < last && x > line.x[right]) right += 1;
  const span = Math.log(line.x[right] / line.x[right - 1]);
  const share = Math.log(x / line.x[right - 1]) / span;
  return steady(mixLog(line.y[right - 1], line.y[right], share));
}

// A reading without the noise of its logarithm, which could tip a later rounding; of a
// quotient of two readings fewer digits are sure.
export function steady(value, digits = 13) {
  return Number(value.toPrecision(digits));
}

// Where a line reaches a height: the same reading, across.
export function readAcross(line, y) {
  return readLine({ x: line.y, y: line.x }, y);
}

// The line moved up on its paper, by the factor that this is on a logarithmic axis.
export function lifted(line, factor) {
  return { x: line.x, y: line.y.map((y) => y * factor) };
}
