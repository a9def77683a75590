// Write a number that was read off a line as the model writes its own: three
// significant digits and the model's table of SI prefixes.

const DIGITS = 3;
export const NO_BREAK = "\u00A0";

function shifted(mantissa, places) {
  // The digits of "1.24" with the point moved `places` to the right, as text: no
  // second rounding.
  const digits = mantissa.replace(".", "");
  if (places < 0) return `0.${"0".repeat(-places - 1)}${digits}`;
  const whole = digits.slice(0, places + 1).padEnd(places + 1, "0");
  const rest = digits.slice(places + 1);
  return rest ? `${whole}.${rest}` : whole;
}

export function significant(value, digits = DIGITS) {
  const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
  return shifted(mantissa, Number(exponent));
}

function scaled(value, prefixes, digits) {
  const [mantissa, text] = value.toExponential(digits - 1).split("e");
  const exponent = Number(text);
  const fitting = prefixes.filter(([power]) => power <= exponent);
  const [power, symbol, name] = fitting[fitting.length - 1];
  return { number: shifted(mantissa, exponent - power), symbol, name };
}

export function formatSI(value, unit, prefixes, digits = DIGITS) {
  const { number, symbol } = scaled(value, prefixes, digits);
  return `${number}${NO_BREAK}${symbol}${unit}`;
}

// A constant is written without the zeros at its end: 67, not 67.0.
export function formatConstant(value, unit, prefixes, digits = DIGITS) {
  const { number, symbol } = scaled(value, prefixes, digits);
  const trimmed = number.includes(".") ? number.replace(/\.?0+$/, "") : number;
  return `${trimmed} ${symbol}${unit}`;
}

export function spokenSI(value, unit, { prefixes, spoken_units: units }) {
  const { number, name } = scaled(value, prefixes, DIGITS);
  return `${number} ${name}${units[unit]}`;
}

export function percent(fraction) {
  return `${significant(fraction * 100, 2)}${NO_BREAK}%`;
}

// Put readings into a template's braces, as text.
export function fill(template, readings) {
  return template.replace(/\{(\w+)\}/g, (_, name) => readings[name]);
}
