// The picture of a tile, the two bars, the traffic, and the row of the table.

// The side of a matrix in the drawing's own units.
const SIDE = 100;

export function createTile(root) {
  const part = (name) => root.querySelector(`[data-tile-part="${name}"]`);
  const [a, b, c] = ["a", "b", "c"].map(part);
  const bars = [...root.querySelectorAll("[data-bar]")];
  const traffic = [...root.querySelectorAll("[data-traffic]")];
  const rows = [...root.querySelectorAll("[data-frame]")];

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
        bar.style.setProperty("--share", shares[bar.dataset.gpu][bar.dataset.bar]);
      }
    },
    show(index) {
      for (const [position, column] of traffic.entries()) {
        column.classList.toggle("now", position === index);
      }
      for (const row of rows) {
        if (Number(row.dataset.frame) === index) row.setAttribute("aria-current", "step");
        else row.removeAttribute("aria-current");
      }
    },
  };
}
