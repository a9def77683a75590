// The names in the figure: which are written at this size, where, and how turned.

// Below this width [px] the short names are used; below this height, the ridges of the
// tensor roofs are written behind the roofs' names. How far above its line the upper
// slope is named where there is no room between the slopes [px].
const NARROW = 480;
const LOW = 300;
const LOW_AND_NARROW = 200;
const LIFT = 9;
const ALONG = 16;
// The height of a row of names, and the width of a region's.
const ROW = 18;
const NAME = 110;
const ROOF_NAME = 150;

// How the paper is scaled: pixels for a decade each way, and the slope's angle. A line
// of slope one rises at that angle whatever the GPU.
export function paper(figure, { x, y }) {
  const decades = ([lo, hi]) => Math.log10(hi / lo);
  const across = figure.inner_width / decades(x);
  const up = figure.inner_height / decades(y);
  const narrow = figure.inner_width < NARROW;
  return {
    narrow,
    low: figure.inner_height < (narrow ? LOW_AND_NARROW : LOW),
    angle: Math.atan2(up, across),
    across,
    up,
    left: x[0],
    right: x[1],
    floor: y[0],
    ceiling: y[1],
  };
}

// Every GPU whose lines are on the paper: the presets always, another while it is chosen.
export function drawnGpus(story, view) {
  const chosen = Object.fromEntries(view.shown.map(({ slot, machine }) => [slot, machine]));
  const presets = Object.keys(story.machines).filter((key) => key in story.choices);
  const slots = [...presets, ...("other" in chosen ? ["other"] : [])];
  return slots.map((slot) => ({
    slot,
    machine: chosen[slot] ?? story.machines[slot],
    chosen: slot in chosen,
  }));
}

// The ridge of the roof that is walked.
export function ridgeOf({ machine }, { precision }) {
  return machine.ridges[precision];
}

export function emptyLabels() {
  return {
    x: [],
    y: [],
    text: [],
    angle: [],
    dx: [],
    dy: [],
    align: [],
    baseline: [],
    color: [],
    size: [],
    style: [],
  };
}

export function addLabel(labels, label) {
  const whole = {
    angle: 0,
    dx: 0,
    dy: 0,
    align: "left",
    baseline: "alphabetic",
    size: "13px",
    style: "normal",
    ...label,
  };
  for (const name of Object.keys(labels)) labels[name].push(whole[name]);
}

// On small paper the ridges are written at the foot of their own hairlines, on the side
// where the point is not.
export function footLabels(labels, view, colours, x, floor) {
  const ridges = view.shown.map((each) => ({
    ...ridgeOf(each, view.setting),
    color: colours[each.slot],
  }));
  const left = x > Math.min(...ridges.map((ridge) => ridge.x));
  const edge = left ? Math.min : Math.max;
  const at = edge(...ridges.map((ridge) => ridge.x));
  for (const [row, { text, color }] of ridges.entries()) {
    addLabel(labels, {
      x: at,
      y: floor,
      text,
      dx: left ? -5 : 5,
      dy: -22 - 15 * row,
      align: left ? "right" : "left",
      color,
      size: "12px",
    });
  }
}

// The names of the lines, the ridges and the regions.
export function lineLabels(story, view, colours, sheet) {
  const { narrow, low, angle, up } = sheet;
  const labels = emptyLabels();
  const size = narrow ? "12px" : "13px";
  const drawn = drawnGpus(story, view);
  const roofs = drawn
    .filter(({ chosen }) => chosen)
    .flatMap(({ machine }) => machine.labels.filter(({ along }) => !along));
  // A name needs this much of the height to itself.
  const crowded = ({ y }) =>
    roofs.some((roof) => Math.abs(Math.log10(roof.y / y)) * up < ROW);
  for (const { slot, machine, chosen } of drawn) {
    for (const label of machine.labels) {
      // Where there is little room, the GPU that is not chosen has its lines alone.
      if (!chosen && (narrow || label.along || crowded(label))) continue;
      const turn = label.along ? angle : 0;
      if (low && narrow && label.along) continue;
      // Between the slopes there is no room on small paper.
      const over = machine.side === "above" || label.dy > 0;
      const lifted = (narrow || low) && label.along && over;
      const near = low && !label.along ? 3 : label.dy;
      const dy = lifted ? LIFT : near;
      const told = low && label.id === "tensor" && !(narrow && view.shown.length > 1);
      const ridge = told ? ` · ${machine.ridges.bf16.text}` : "";
      // On low paper a label along the slope starts further up, or the axis cuts it.
      const along = label.along && (lifted || low) ? ALONG : 0;
      // `dy` is across the line, upwards; on the screen y grows downwards.
      addLabel(labels, {
        x: label.x,
        y: label.y,
        text: (narrow ? label.short : label.text) + ridge,
        angle: turn,
        dx: -Math.sin(turn) * dy + (label.align === "right" ? -6 : 0) + along,
        dy: -Math.cos(turn) * dy - along * Math.tan(turn),
        align: label.align,
        baseline: dy > 0 ? "bottom" : "top",
        color: colours[slot],
        size: label.along ? "12px" : size,
        style: chosen && label.id === roofId(view.setting) ? "bold" : "normal",
      });
    }
    if (!chosen) continue;
    const { fp32, bf16 } = machine.ridges;
    const color = colours[slot];
    const above = machine.side === "above";
    // The A100's tensor ridge has free paper below it, every other one above.
    if (!low && bf16 && !sheet.busy) {
      addLabel(
        labels,
        slot !== "a100"
          ? { ...bf16, dx: -14, dy: 14 * Math.tan(angle) - 4, align: "right", color, size }
          : { ...bf16, dx: 4, dy: 7, baseline: "top", color, size },
      );
    }
    // On small paper the point would cover the FP32 ridge's value: see `footLabels`.
    const walked = view.setting.precision === "fp32" && !sheet.busy;
    if (!narrow && !low && fp32 && walked) {
      const [dx, align] = above ? [3, "left"] : [0, "center"];
      addLabel(labels, { ...fp32, dx, dy: 8, align, baseline: "top", color, size });
    }
  }
  const corners = view.shown.map((each) => ridgeOf(each, view.setting).x);
  // Memory at the top of its region and compute at the foot of its own: the other two
  // corners belong to the lines. A region is named where its name fits into it.
  const first = Math.min(...corners);
  const last = Math.max(...corners);
  const room = (from, to) => Math.log10(to / from) * sheet.across;
  if (room(sheet.left, first) > NAME) {
    addLabel(labels, {
      x: first,
      y: sheet.ceiling,
      dx: narrow ? -6 : -10,
      // Near the right end the roof's own name reaches across the ridge.
      dy: !narrow && !low && room(first, sheet.right) < ROOF_NAME ? 34 : 6,
      baseline: "top",
      text: story.scene.regions.memory,
      align: "right",
      color: colours.memory,
      size,
    });
  }
  if (room(last, sheet.right) > NAME) {
    addLabel(labels, {
      x: sheet.right,
      y: sheet.floor,
      dx: narrow ? -6 : -10,
      dy: low ? -8 : narrow ? -62 : -42,
      text: story.scene.regions.compute,
      align: "right",
      color: colours.compute,
      size,
    });
  }
  return labels;
}

function roofId({ precision }) {
  return precision === "fp32" ? "roof" : "tensor";
}
