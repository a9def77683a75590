// Put a step's words into their places. Text goes in as text, never as markup.

export function createWords(story, root) {
  const slots = [...root.querySelectorAll("[data-say]")];
  const sentence = slots.find((slot) => slot.dataset.say === "sentence");
  const readings = slots.filter((slot) => slot !== sentence);

  return function say(choice, index) {
    const shown = story.choices[choice];
    for (const slot of readings) {
      const { say: name, of: gpu, part } = slot.dataset;
      const text = story.frames[gpu ?? shown[0]][index].words[name];
      write(slot, part === undefined ? text : text.split("\u00A0")[part]);
    }
    sentence.replaceChildren(...pieces(story.steps[choice][index].sentence));
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
