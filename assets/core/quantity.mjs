// Read a quantity that was typed with its unit, by the rules that Python ships: its
// patterns, its prefixes, and every text that is said.

// Write a text as Python's `repr` does, so that what was typed can be told from the words
// around it and hidden characters are seen.
function pythonText(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const short = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", [quote]: `\\${quote}` };
  const hidden = /[\p{C}\p{Z}]/u;
  const letters = [...text].map((letter) => {
    if (short[letter]) return short[letter];
    if (letter === " " || !hidden.test(letter)) return letter;
    const code = letter.codePointAt(0);
    const [mark, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
    return `\\${mark}${code.toString(16).padStart(digits, "0")}`;
  });
  return quote + letters.join("") + quote;
}

// The number times the power of its prefix, rounded once, as Python has it: a power of ten
// goes into the text, a power of two multiplies exactly.
function scaledNumber(text, [base, power]) {
  if (base === 2) return Number(text) * 2 ** power;
  const [digits, exponent = "0"] = text.toLowerCase().split("e");
  return Number(`${digits}e${Number(exponent) + power}`);
}

function fillTemplate(template, values) {
  return template.replace(/\{(\w+)\}/g, (_, key) => values[key]);
}

// What is said of a text that cannot be.
export function refusal(name, reason, text, rules) {
  return fillTemplate(rules.message, { name, reason, text: pythonText(text) });
}

// Return {value} in the unit of the rules, or {error}: what was wrong with which text.
export function readQuantity(name, text, rules) {
  const pattern = (source, flags = "u") => new RegExp(source, flags);
  const trimmed = (part) => part.replace(pattern(rules.spaces, "gu"), "");
  const refused = (reason) => ({ error: refusal(name, reason, text, rules) });
  // What is said against a part of the text, or null.
  const against = (part, written) => {
    const found = rules.refused.find(
      ([of, source]) => of === part && pattern(source).test(written),
    );
    return found ? refused(fillTemplate(found[2], { prefix: pythonText(written) })) : null;
  };

  const typed = trimmed(text);
  const unread = against("text", typed);
  if (unread) return unread;
  const [number] = pattern(rules.number).exec(typed);
  const rest = trimmed(typed.slice(number.length));
  const unfit = against("rest", rest);
  if (unfit) return unfit;
  const [, prefix] = pattern(rules.unit).exec(rest);
  const unknown = against("prefix", prefix);
  if (unknown) return unknown;
  const value = scaledNumber(number.replaceAll("−", "-"), rules.powers[prefix]);
  if (value <= 0) return refused(rules.positive);
  if (!(rules.least <= value && value < rules.limit)) return refused(rules.limited);
  return { value };
}
