// The picture of a tile, the two bars, the traffic, and the tables of every step.

import { write } from "../../core/slots.mjs";

// The side of a matrix in the drawing's own units.
const SIDE = 100;

export function createTile(root, sight) {
  const part = (name) => root.querySelector(`[data-tile-part="${name}"]`);
  const [a, b, c] = ["a", "b", "c"].map(part);
  const bars = [...root.querySelectorAll("[data-bar]")];
  const traffic = [...root.querySelectorAll("[data-traffic]")];
  const tables = [...root.querySelectorAll("[data-frames]")];
  const rows = [...root.querySelectorAll("[data-frame]")];
  let walked = [];

  // The rows of a walk's table; they change with the GPU and the setting, not with a step.
  function showTables(view) {
    for (const [order, { slot, walk }] of view.shown.entries()) {
      const table = tables.find(({ dataset }) => dataset.frames === slot);
      for (const caption of table.querySelectorAll("[data-caption]")) {
        write(caption, view.readings[order][caption.dataset.caption]);
      }
      for (const row of table.querySelectorAll("[data-frame]")) {
        const index = Number(row.dataset.frame);
        const words = view.readingsAt(order, index);
        for (const cell of row.querySelectorAll("[data-cell]")) {
          const text = words[cell.dataset.cell];
          write(cell, text.replaceAll("\u00A0", " "));
          if (cell.dataset.cell === "bound") cell.className = walk[index].bound;
        }
      }
    }
  }

  function showRows(view, index) {
    const walks = view.shown.map(({ walk }) => walk);
    if (walks.length !== walked.length || walks.some((walk, i) => walk !== walked[i])) {
      walked = walks;
      showTables(view);
    }
    for (const row of rows) {
      if (Number(row.dataset.frame) === index) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    }
  }

  return {
    // Called for each painted frame, with the shares that glide.
    move(shares) {
      const [first] = Object.values(shares);
      const size = first.side * SIDE;
      a.setAttribute("height", size);
      b.setAttribute("width", size);
      c.setAttribute("height", size);
      c.setAttribute("width", size);
      for (const bar of bars) {
        const share = shares[bar.dataset.gpu]?.[bar.dataset.bar];
        if (share !== undefined) bar.style.setProperty("--share", share);
      }
    },
    show(view, index) {
      for (const [position, column] of traffic.entries()) {
        column.classList.toggle("now", position === index);
        const share = view.shown[0].walk[position].traffic_share;
        column.style.setProperty("--share", share);
      }
      sight.soon("tables", tables, () => showRows(view, index));
    },
  };
}
