// Put a step's words into their places. Text goes in as text, never as markup.

export function createWords(root, sight) {
  const slots = [...root.querySelectorAll("[data-say]")];
  const sentence = slots.find((slot) => slot.dataset.say === "sentence");
  const reached = [...root.querySelectorAll("[data-reached]")];
  const readings = slots.filter((slot) => slot !== sentence);

  function fillSlots(view, chosen) {
    const places = Object.fromEntries(
      view.shown.map(({ slot }, order) => [slot, view.readings[order]]),
    );
    for (const slot of chosen) {
      const { say: name, of: gpu, part } = slot.dataset;
      // A GPU that is not shown has no readings, and its place is hidden.
      const told = gpu ? places[gpu] : view.readings[0];
      if (!told) continue;
      const text = told[name] ?? "";
      write(slot, part === undefined ? text : text.split("\u00A0")[part]);
    }
  }

  // Where no tile is known to reach the roof there is nothing to equate.
  function showReached({ shown, readings: told }) {
    for (const block of reached) {
      const order = shown.findIndex(({ slot }) => slot === block.dataset.reached);
      block.hidden = !told[order]?.need;
    }
  }

  return function say(view) {
    fillSlots(view, readings.filter(sight.has));
    sentence.replaceChildren(...pieces(view.sentence));
    sight.soon("reached", reached, () => showReached(view));
    sight.later("words", () => fillSlots(view, readings));
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
