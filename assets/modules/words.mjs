// Put a step's words into their places. Text goes in as text, never as markup.

export function createWords(story, root) {
  const slots = [...root.querySelectorAll("[data-say]")];
  const sentence = slots.find((slot) => slot.dataset.say === "sentence");
  const reached = [...root.querySelectorAll("[data-reached]")];
  const readings = slots.filter((slot) => slot !== sentence);

  return function say(view) {
    const places = Object.fromEntries(
      view.shown.map(({ slot }, order) => [slot, view.readings[order]]),
    );
    for (const slot of readings) {
      const { say: name, of: gpu, part } = slot.dataset;
      // A GPU that is not shown has no readings, and its place is hidden.
      const told = gpu ? places[gpu] : view.readings[0];
      if (!told) continue;
      const text = told[name] ?? "";
      write(slot, part === undefined ? text : text.split("\u00A0")[part]);
    }
    // Where no tile is known to reach the roof there is nothing to equate.
    for (const block of reached) {
      block.hidden = !places[block.dataset.reached]?.need;
    }
    sentence.replaceChildren(...pieces(view.sentence));
  };
}

// Every second piece is emphasised.
export function pieces(texts) {
  return texts.map((text, index) => {
    if (index % 2 === 0) return document.createTextNode(text);
    const strong = document.createElement("b");
    strong.textContent = text;
    return strong;
  });
}

export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
