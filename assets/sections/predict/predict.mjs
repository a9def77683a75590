// Predict, commit, reveal: a question sets the figure, the reader guesses, and only then
// is the answer shown. Whether a guess is right was decided by the model; it is looked up.

import { write } from "../../core/slots.mjs";

export function createPredict(story, root, store) {
  const { bank, canonical, order, words } = story.questions;
  const part = (name) => root.querySelector(`[data-control="${name}"]`);
  const [ask, commit, skip, another] = ["ask", "commit", "skip", "another"].map(part);
  const [walk, away] = ["question-walk", "question-away"].map(part);
  const block = root.querySelector("[data-question]");
  const text = root.querySelector("[data-question-text]");
  const guesses = root.querySelector("[data-guesses]");
  const score = root.querySelector("[data-score]");
  const [verdict, said, why] = ["verdict", "said", "why"].map((name) =>
    root.querySelector(`[data-reveal="${name}"]`),
  );

  // What was asked in this round and what has counted; both live on this page alone.
  const asked = new Set();
  const counted = new Set();
  const total = { right: 0, asked: 0 };
  let queue = round();
  let open = null;
  let started = false;
  let radios = [];

  // The lesson's turning points first, the rest in a new order each round.
  function round() {
    const rest = order.filter((id) => !canonical.includes(id));
    return [...canonical, ...shuffledQuestions(rest)];
  }

  function next() {
    queue = queue.filter((id) => !asked.has(id));
    if (queue.length === 0) {
      asked.clear();
      counted.clear();
      queue = round().filter((id) => id !== open);
    }
    return queue[0];
  }

  function shownBy({ setting }) {
    const { gpu, n, precision, levels, index } = setting;
    return { choice: gpu, n, precision, levels, index };
  }

  function askNext() {
    const id = next();
    const cleared = { measured: "none", kernel: null, intensity: null, playing: false };
    open = id;
    build(id);
    store.set({
      ...{ ask: id, guess: null, committed: false },
      ...shownBy(bank[id]),
      ...cleared,
    });
    radios[0].focus();
  }

  function build(id) {
    asked.add(id);
    write(text, bank[id].text);
    guesses.dataset.kind = bank[id].kind;
    radios = bank[id].options.map(({ label }, guess) => {
      const radio = document.createElement("input");
      radio.type = "radio";
      radio.name = "guess";
      radio.value = guess;
      radio.addEventListener("change", () => store.set({ guess }));
      return radio;
    });
    guesses.replaceChildren(
      ...radios.map((radio, guess) => {
        const [label, name] = [document.createElement("label"), document.createElement("span")];
        name.textContent = bank[id].options[guess].label;
        label.append(radio, name);
        return label;
      }),
    );
  }

  // An address may ask a question without saying what the figure should show; what it
  // does say, it keeps. Set after this showing, for no part may see two states at once.
  function settle(id) {
    const names = { choice: "gpu", index: "tile" };
    const given = new URLSearchParams(location.search);
    const missing = Object.entries(shownBy(bank[id])).filter(
      ([name]) => !given.has(names[name] ?? name),
    );
    const unanswered = { guess: null, committed: false };
    // What a page was sent with is whole already.
    const sent = !started && !given.has("ask");
    queueMicrotask(() => {
      if (sent || store.get().ask !== id) return;
      store.set({ ...Object.fromEntries(missing), ...unanswered });
    });
  }

  function count(id, right) {
    if (counted.has(id)) return;
    counted.add(id);
    total.asked += 1;
    if (right) total.right += 1;
    write(score, filled(words.score, total));
  }

  function filled(template, values) {
    return template.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  }

  function reveal(id, guess) {
    const { options, answers, answer_label: answer, why: reason } = bank[id];
    const right = answers.includes(guess);
    write(verdict, filled(right ? words.right : words.wrong, { answer }));
    write(said, filled(words.guess, options[guess]));
    write(why, reason);
    count(id, right);
  }

  ask.addEventListener("click", askNext);
  skip.addEventListener("click", askNext);
  another.addEventListener("click", askNext);
  commit.addEventListener("click", () => {
    if (store.get().guess === null) {
      write(said, words.choose);
      return;
    }
    // With the answer the walk may be told in the precision that was asked about.
    store.set({ committed: true, precision: bank[open].precision });
    verdict.focus();
  });
  walk.addEventListener("click", () => {
    store.set({ index: bank[open].walk.index, playing: false });
  });
  away.addEventListener("click", () => {
    store.set({ ask: null, guess: null, committed: false });
    ask.focus();
  });

  return function show(state) {
    const { ask: id, committed } = state;
    // From the address: a guess that is still there was one at another question.
    const fromElsewhere = id !== open && id !== null;
    const guess = fromElsewhere ? null : state.guess;
    open = id;
    if (fromElsewhere) {
      build(id);
      settle(id);
    }
    started = true;
    ask.parentElement.hidden = id !== null;
    block.hidden = id === null;
    if (id === null) return;
    const done = committed && guess !== null;
    for (const [index, radio] of radios.entries()) {
      radio.checked = index === guess;
      radio.disabled = done;
      const name = radio.nextElementSibling;
      name.classList.toggle("answer", done && bank[id].answers.includes(index));
    }
    commit.setAttribute("aria-disabled", guess === null);
    commit.hidden = done;
    skip.hidden = done;
    another.hidden = !done;
    walk.hidden = !done || bank[id].walk === null;
    if (bank[id].walk) write(walk, bank[id].walk.words);
    if (done) {
      reveal(id, guess);
      return;
    }
    if (guess !== null || said.textContent !== words.choose) write(said, "");
    write(verdict, "");
    write(why, "");
  };
}

// Fisher and Yates: every order is as likely.
export function shuffledQuestions(ids) {
  const mixed = [...ids];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other], mixed[last]];
  }
  return mixed;
}
