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
  return mixLog(line.y[right - 1], line.y[right], share);
}
