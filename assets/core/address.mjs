// The address and the state, each made from the other by the rules that Python ships.

// At most two addresses a second: browsers refuse a page that writes many more.
const PAUSE = 500;
const PLAIN_NUMBER = /^[0-9.eE+-]+$/;

function read(text, rule) {
  if (rule.typed) return text;
  if (rule.choices) {
    const choice = text.toLowerCase();
    return rule.choices.includes(choice) ? choice : null;
  }
  const number = PLAIN_NUMBER.test(text) ? Number(text) : Number.NaN;
  const [lo, hi] = rule.range;
  return number >= lo && number <= hi ? number : null;
}

export function quoted(text, most = 24) {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, most).join("")}…` : text;
}

// What a query asks for, defaults where it asks for nothing or for what cannot be, and a
// note for each of the latter.
export function readAddress(query, rules) {
  const asked = new URLSearchParams(query);
  const values = {};
  const notes = [];
  for (const [name, rule] of Object.entries(rules)) {
    values[name] = rule.default;
    const texts = asked.getAll(name);
    if (texts.length === 0) continue;
    const text = texts[texts.length - 1].trim();
    const value = read(text, rule);
    if (value === null) notes.push(rule.note.replace("{value}", () => quoted(text)));
    else values[name] = value;
  }
  return { values, notes };
}

// The query of a state: what is not as by default, and what was never ours.
export function writeAddress(query, values, rules) {
  const asked = new URLSearchParams(query);
  for (const [name, rule] of Object.entries(rules)) {
    asked.delete(name);
    const value = values[name];
    if (value !== null && String(value) !== String(rule.default)) asked.set(name, value);
  }
  const text = asked.toString();
  return text ? `?${text}` : "";
}

// Six digits are more than the page shows and enough to come back to the same picture.
export function shortNumber(value) {
  return value === null ? null : Number(value.toPrecision(6));
}

// Keep the address at the state, and follow it when the reader goes back.
export function createAddress(rules, { current, follow }) {
  let timer = 0;
  let written = -PAUSE;
  let keep = false;
  let { search } = location;

  const target = () =>
    location.pathname + writeAddress(location.search, current(), rules) + location.hash;

  function write() {
    timer = 0;
    const address = target();
    if (address === location.pathname + location.search + location.hash) return;
    written = performance.now();
    try {
      if (keep) history.replaceState(null, "", address);
      else history.pushState(null, "", address);
      search = location.search;
    } catch {
      // A page from a disk or in a sandboxed frame may not have an address of its own:
      // the links that it offers carry the state all the same.
    }
  }

  window.addEventListener("popstate", () => {
    // A link within the page comes here too: it asks for no other state.
    if (location.search === search) return;
    search = location.search;
    clearTimeout(timer);
    timer = 0;
    follow(readAddress(location.search, rules).values);
  });

  return {
    current,
    // `passing` states replace one another: they are not worth going back to.
    changed({ passing }) {
      keep = passing;
      if (timer) return;
      timer = setTimeout(write, Math.max(0, written + PAUSE - performance.now()));
    },
    link(changes = {}) {
      const query = writeAddress(location.search, { ...current(), ...changes }, rules);
      return location.href.replace(/[?#].*$/, "") + query;
    },
  };
}
