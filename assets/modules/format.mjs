// Write a number that was read off a line as the model writes its own: three
// significant digits and the model's table of SI prefixes.

const DIGITS = 3;

function shifted(mantissa, places) {
  // The digits of "1.24" with the point moved `places` to the right, as text: no
  // second rounding.
  const digits = mantissa.replace(".", "");
  if (places < 0) return `0.${"0".repeat(-places - 1)}${digits}`;
  const whole = digits.slice(0, places + 1).padEnd(places + 1, "0");
  const rest = digits.slice(places + 1);
  return rest ? `${whole}.${rest}` : whole;
}

export function significant(value) {
  const [mantissa, exponent] = value.toExponential(DIGITS - 1).split("e");
  return shifted(mantissa, Number(exponent));
}

export function formatSI(value, unit, prefixes) {
  const [mantissa, text] = value.toExponential(DIGITS - 1).split("e");
  const exponent = Number(text);
  const fitting = prefixes.filter(([power]) => power <= exponent);
  const [power, symbol] = fitting[fitting.length - 1];
  return `${shifted(mantissa, exponent - power)}\u00A0${symbol}${unit}`;
}
