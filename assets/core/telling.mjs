// Say what a step is: fill Python's templates with what was read off. Which template
// holds is decided by the rules of `app/readings.py` and `words.py`; a test compares the
// two for all states.

import { NO_BREAK, fill, formatConstant, formatSI, percent, significant, spokenSI } from "./format.mjs";
import { steady } from "./line.mjs";

export function createTelling(story) {
  const { words: say, prefixes, sizes, table, precisions } = story;
  const rateOf = (value) => formatSI(value, "FLOP/s", prefixes);
  const { usual } = story;
  const constant = (value, unit) =>
    formatConstant(value, unit, prefixes, 4).replace(" ", NO_BREAK);

  function readings({ machine }, frame) {
    const { n, precision } = frame.setting;
    const { name, bytes } = precisions[precision];
    const fraction = steady(frame.rate / frame.peak, 11);
    const told = {
      b: String(frame.tile),
      n: String(n),
      double_n: String(2 * n),
      s: String(bytes),
      area: String(frame.tile ** 2),
      tile: tileWords(frame.tile),
      matrix: `${n}³`,
      precision: name,
      gpu: machine.name,
      memory: machine.memory,
      roof: precision === "fp32" ? "roof" : `${name} roof`,
      intensity: significant(frame.x),
      rate: rateOf(frame.rate),
      spoken_rate: spokenSI(frame.rate, "FLOP/s", story),
      line_rate: rateOf(frame.lineRate),
      bound: say.bounds[frame.bound],
      fraction: percent(fraction),
      spoken_fraction: percent(fraction).replace(`${NO_BREAK}%`, " percent"),
      gain: significant(frame.gain),
      ridge: significant(machine.ridges[precision].x),
      peak: constant(frame.peak, "FLOP/s"),
      bandwidth: constant(machine.bandwidth, "B/s"),
      blocks_side: String(table[n].sides[frame.index]),
      flops: formatSI(frame.flops, "flop", prefixes),
      hbm: formatSI(frame.bytes, "B", prefixes),
      memory_time: formatSI(frame.memoryTime, "s", prefixes),
      compute_time: formatSI(frame.computeTime, "s", prefixes),
      memory_rate: rateOf(frame.memoryRate),
      need: machine.needs?.[precision][sizes.indexOf(n)] ?? "",
      holds: machine.holds ?? "",
      most: significant(frame.most),
    };
    told.binders = [...frame.binds]
      .map((letter) => fill(say.levels[letter], told))
      .join(", ")
      .replace(/, ([^,]*)$/, " and $1");
    if (frame.shared) {
      told.shared_rate = rateOf(frame.shared.rate);
      told.promise = told.line_rate;
      told.spoken_promise = spokenSI(frame.lineRate, "FLOP/s", story);
    }
    for (const [counted, texts] of Object.entries(say.counts)) {
      told[counted] = fill(texts[frame.tile > 1 ? 1 : 0], told);
    }
    const ratio = frame.memoryTime / frame.computeTime;
    const longer = significant(steady(Math.max(ratio, 1 / ratio), 11));
    told.waits = fill(say.waits[frame.hbmBound], { ratio: longer });
    told.x_unit = fill(say.units[frame.setting.levels], told);
    told.reach = reach(machine, frame, told);
    told.after = after(machine, frame, told);
    return { ...told, ...losses(machine, frame, told) };
  }

  function reach(machine, frame, told) {
    const { n, precision } = frame.setting;
    if (!machine.needs) return say.reach.own;
    if (!told.need) return fill(say.reach.none, told);
    const power = machine.powers[precision][sizes.indexOf(n)];
    if (power === null) return fill(say.reach.only, told);
    return fill(say.reach.power, { ...told, power: tileWords(power) });
  }

  function nextKind(frame) {
    if (frame.whole) return "whole";
    if (frame.bound !== "memory" || frame.gain < say.nothing) return "nothing";
    return frame.meets ? "meets" : "more";
  }

  function after(machine, frame, told) {
    // Of a GPU that the reader typed in no tile is tabled.
    if (frame.setting.precision === "bf16" && frame.bound === "memory" && machine.needs) {
      const kind = told.need ? (told.holds ? "held" : "only") : "none";
      return fill(say.needs[kind], told);
    }
    return fill(say.next[nextKind(frame)], told);
  }

  function losses(machine, frame, told) {
    const size = table[frame.setting.n];
    const edge = size.edge[frame.index];
    const waves = size.waves[machine.sms]?.[frame.index];
    const several = waves?.[0] === 1 ? "wave" : "waves";
    const kind = size.blocks[frame.index] === 1 ? "block" : several;
    const alone = machine.most?.[frame.setting.precision];
    return {
      reuse: fill(say.losses.reuse, told),
      sm: alone ? fill(say.losses.sm, { ...told, sm_most: significant(alone) }) : "",
      edge: fill(say.losses[edge ? "edge" : "even"], { ...told, edge }),
      waves: waves
        ? fill(say.losses[kind], {
            ...told,
            blocks: size.blocks[frame.index],
            sms: machine.sms,
            waves: waves[0],
            last: waves[1],
            busy: waves[2],
          })
        : "",
    };
  }

  function sentence(frames, told) {
    const [frame] = frames;
    if (frames.length === 1) {
      const tie = frame.binds.includes("H") ? "memory_tie" : "levels_tie";
      const kind = frame.binds.length > 1 ? tie : frame.binds || frame.bound;
      return tellingPieces(say.sentences[kind], told[0]);
    }
    const parts = frames.map((each, order) => {
      const leveled = each.binds === "S" ? "part_promise" : "part_level";
      const plain = each.bound === "memory" ? "part_memory" : "part";
      return fill(say.sentences[each.binds ? leveled : plain], told[order]);
    });
    const whole = say.sentences[frame.binds ? "two_levels" : "two"];
    return tellingPieces(whole.replace("{parts}", () => parts.join("; ")), {
      ...told[0],
      after: afterBoth(frames, told),
    });
  }

  function afterBoth(frames, [one, other]) {
    const kinds = frames.map(nextKind);
    if (frames[0].setting.precision === "bf16" && frames[0].bound === "memory") {
      const both = { ...one, other: other.need, other_holds: other.holds };
      return fill(say.needs[one.need && other.need ? "both" : "both_none"], both);
    }
    const alike = kinds.every((kind) => kind === "nothing");
    if (kinds[0] === "whole" || alike) return fill(say.next[kinds[0]], one);
    const kind = one.gain === other.gain ? "both" : "each";
    return fill(say.next[kind], { ...one, other: other.gain });
  }

  function spoken(frames, told) {
    const { n, precision } = frames[0].setting;
    const plain = n === usual.n && precision === usual.precision;
    const said = [fill((plain ? "" : say.spoken.size) + say.spoken.tile, told[0])];
    for (const [order, frame] of frames.entries()) {
      const kind = frame.binds === "S" ? "promise" : frame.binds ? "level" : "step";
      const who = frames.length > 1 ? fill(say.spoken.who, told[order]) : "";
      said.push(fill(say.spoken[kind], { ...told[order], who }));
    }
    return said.join("").replaceAll(NO_BREAK, " ");
  }

  const names = (told) => told.map(({ gpu }) => gpu).join(" and ");

  function figure(shown, frames, told) {
    const where = frames.map((frame, order) => {
      const kind = frame.binds === "S" ? "promise" : frame.binds ? "level" : "where";
      const place = say.figure[frame.bound === "memory" ? "slope" : "roof"];
      return fill(say.figure[kind], { ...told[order], place });
    });
    return fill(say.figure.name, {
      ...told[0],
      gpus: names(told),
      where: where.join("; "),
      ridges: shown.map(({ machine }) => machine.ridge_words).join("; "),
    });
  }

  return {
    readings,
    // All that is said of one step of the GPUs shown.
    step(shown, frames) {
      const told = frames.map((frame, order) => readings(shown[order], frame));
      return {
        readings: told,
        sentence: sentence(frames, told),
        spoken: spoken(frames, told),
        figure: figure(shown, frames, told),
        label: told[0].tile,
        title: fill(say.title, { ...told[0], gpus: names(told) }),
      };
    },
  };
}

function tileWords(tile) {
  return `${tile}${NO_BREAK}×${NO_BREAK}${tile}`;
}

// Split before filling: no reading can begin an emphasis.
function tellingPieces(template, readings) {
  return template.split("|").map((piece) => fill(piece, readings));
}
