// Share and take away: a link, the embed code, the figure as a picture, the data.

import { write } from "../../core/slots.mjs";

export function createShare(story, root, address, drawing, table) {
  const status = root.querySelector("[data-share-status]");
  const fallback = root.querySelector("[data-share-text]");
  const whole = root.querySelector("[data-whole]");
  const framed = window.parent !== window;
  // An opaque origin inside a frame is a sandbox, which may forbid more than it says.
  const sandboxed = framed && window.origin === "null";

  async function copy(text, done) {
    fallback.hidden = true;
    try {
      await navigator.clipboard.writeText(text);
      write(status, done);
    } catch {
      fallback.hidden = false;
      fallback.value = text;
      fallback.focus();
      fallback.select();
      write(status, story.share.words.clipboard);
    }
  }

  function save(blob, name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    fallback.hidden = true;
    const { saved, sandbox } = story.share.words;
    write(status, sandboxed ? sandbox : saved.replace("{name}", name));
  }

  const actions = {
    link: () => copy(address.link({ view: "lesson" }), story.share.words.link),
    embed() {
      const src = address.link({ view: "figure" });
      const safe = src.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
      return copy(story.share.embed.replace("{src}", () => safe), story.share.words.embed);
    },
    svg() {
      const { text } = drawing();
      save(new Blob([text], { type: "image/svg+xml" }), `${fileName()}.svg`);
    },
    async png() {
      const { text, width, height } = drawing();
      const image = new Image();
      image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = 2 * width;
      canvas.height = 2 * height;
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => save(blob, `${fileName()}.png`), "image/png");
    },
    csv: () => save(new Blob([table()], { type: "text/csv" }), "roofline.csv"),
  };

  function fileName() {
    const { gpu, tile } = address.current();
    return `roofline-${gpu}-${tile}x${tile}`;
  }

  // A page that was written into a frame (srcdoc) has no address that a link could name.
  const addressed = location.protocol !== "about:";
  for (const part of root.querySelectorAll("[data-share=link], [data-share=embed]")) {
    part.hidden = !addressed;
  }
  whole.hidden = !addressed;

  for (const button of root.querySelectorAll("[data-share]")) {
    button.addEventListener("click", () => actions[button.dataset.share]());
  }

  return function show() {
    whole.href = address.link({ view: "lesson" });
  };
}
