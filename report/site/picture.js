// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// picture.js - registers and their fields, drawn to scale, and what goes where.
//
// The most significant bit is on the left. Movements of bits are bands from operand to result; what
// works field by field is a line for each field; anything else is one band from all to all.
"use strict";

(() => {
  const { s, h } = lanesmith;
  const BAR = 26,
    GAP = 54,
    TOP = 18,
    LEFT = 34,
    LABELS = 16;

  // [number of fields, bits of each] of a type as definitions have it.
  function shape(type, w, n) {
    return (
      { "(vec n w)": [n, w], "(vec 1 w)": [1, w], "(vec n 1)": [n, 1], "(vec 1 32)": [1, 32] }[
        type
      ] || [n, w]
    );
  }

  class Drawing {
    constructor(width, bits) {
      this.bits = bits;
      this.scale = (width - LEFT - 6) / bits;
      this.right = width - 6;
      this.parts = [];
    }

    x(bit) {
      return this.right - bit * this.scale;
    } // of the right edge of a bit

    put(...parts) {
      this.parts.push(...parts);
    }

    text(x, y, text, cls = "label", anchor = "middle") {
      this.put(s("text", { x: x.toFixed(1), y, class: cls, "text-anchor": anchor }, text));
    }

    // A band between bits [from, from + length) at y1 and [to, to + length2) at y2.
    band(from, length, y1, to, length2, y2, cls) {
      const [a, b, c, d] = [from + length, from, to, to + length2].map((bit) =>
        this.x(bit).toFixed(1),
      );
      const middle = (y1 + y2) / 2;
      this.put(
        s("path", {
          class: cls,
          d:
            `M${a} ${y1}C${a} ${middle} ${d} ${middle} ${d} ${y2}` +
            `H${c}C${c} ${middle} ${b} ${middle} ${b} ${y1}Z`,
        }),
      );
    }

    // A register that holds `fields` fields of `width` bits, named; unused bits are hatched.
    register(y, name, fields, width, cls) {
      const used = Math.min(this.bits, fields * width);
      const box = width * this.scale;
      this.text(LEFT - 8, y + BAR / 2 + 5, name, "name", "end");
      this.put(
        s("rect", {
          class: "unused",
          x: this.x(this.bits),
          y,
          width: this.bits * this.scale,
          height: BAR,
        }),
      );
      this.put(
        s("rect", {
          class: `used ${cls}`,
          x: this.x(used),
          y,
          width: used * this.scale,
          height: BAR,
        }),
      );
      for (let k = 1; k < fields && box >= 3; k++)
        this.put(
          s("line", {
            class: "edge",
            x1: this.x(k * width),
            x2: this.x(k * width),
            y1: y,
            y2: y + BAR,
          }),
        );
      for (let k = 0; k < fields && box >= LABELS + 2; k++)
        this.text(this.x(k * width + width / 2), y + BAR / 2 + 4, String(k));
    }

    scaleMarks(y) {
      this.text(this.x(this.bits), y, `bit ${this.bits - 1}`, "fine", "start");
      this.text(this.right, y, "bit 0", "fine", "end");
    }
  }

  // Neighbours that move by the same distance are one band.
  function joined(movement) {
    const out = [];
    for (const [to, length, from] of movement) {
      const last = out[out.length - 1];
      if (
        last &&
        from > 0 &&
        last.from > 0 &&
        last.to + last.length === to &&
        last.from + last.length === from
      )
        last.length += length;
      else out.push({ to, length, from });
    }
    return out.filter((m) => m.from > 0);
  }

  function drawMovement(d, movement, rows, y2) {
    const all = joined(movement);
    // Short bands last, so that long ones do not hide them.
    for (const m of [...all].sort((a, b) => b.length - a.length)) {
      const operand = Math.floor((m.from - 1) / d.bits);
      const bit = (m.from - 1) % d.bits;
      d.band(bit, m.length, rows[operand].y + BAR, m.to, m.length, y2, `flow o${operand}`);
    }
  }

  // Which operand the bits of the result are from.
  function tint(d, movement, y2) {
    for (const m of joined(movement))
      d.put(
        s("rect", {
          class: `flow o${Math.floor((m.from - 1) / d.bits)}`,
          x: d.x(m.to + m.length),
          y: y2,
          width: m.length * d.scale,
          height: BAR,
        }),
      );
  }

  function drawFieldwise(d, rows, result, y2) {
    const [n, wide] = result;
    for (const [operand, row] of rows.entries()) {
      if (row.shape[0] !== n || n > 64) {
        d.band(0, row.shape[0] * row.shape[1], row.y + BAR, 0, n * wide, y2, `flow o${operand}`);
        continue;
      }
      for (let k = 0; k < n; k++)
        d.put(
          s("line", {
            class: `wire o${operand}${k === 0 ? " first" : ""}`,
            x1: d.x((k + 0.5) * row.shape[1]) + operand * 2,
            x2: d.x((k + 0.5) * wide) + operand * 2,
            y1: row.y + BAR,
            y2,
          }),
        );
    }
  }

  function drawAll(d, rows, result, y2) {
    for (const [operand, row] of rows.entries())
      d.band(
        0,
        row.shape[0] * row.shape[1],
        row.y + BAR,
        0,
        result[0] * result[1],
        y2,
        `flow o${operand}`,
      );
  }

  function caption(c, kind) {
    const fields = lanesmith.plural(c.n, "field");
    const scalars = c.definition.params.some(([, type]) => !type.startsWith("(vec n"));
    const rest = scalars ? "what is one for all" : "nothing else";
    const ways = {
      moves: "Bands show which bits go where; bits without a band are zero or free.",
      fieldwise: `Each field of the result depends on fields with the same number, and on ${rest}.`,
      all: "The result depends on all of the operands.",
    };
    return (
      `${fields} of ${lanesmith.plural(c.width, "bit")} in ${c.bits} bits; ` +
      `field 0 is on the right. ` +
      `Hatched bits are not looked at, or free. ${ways[kind]}`
    );
  }

  function draw(c, width) {
    const { definition: def, movement } = c;
    const kind = movement ? "moves" : lanesmith.isFieldwise(def) ? "fieldwise" : "all";
    const d = new Drawing(width, c.bits);
    const rows = def.params.map(([name, type], k) => ({
      name,
      shape: shape(type, c.width, c.n),
      y: TOP + k * (BAR + 8),
    }));
    const result = shape(def.result, c.width, c.n);
    const y2 = TOP + rows.length * (BAR + 8) + GAP;
    d.scaleMarks(TOP - 6);
    if (kind === "moves") drawMovement(d, movement, rows, y2);
    if (kind === "fieldwise") drawFieldwise(d, rows, result, y2);
    if (kind === "all") drawAll(d, rows, result, y2);
    for (const [k, r] of rows.entries()) d.register(r.y, r.name, ...r.shape, `o${k}`);
    d.register(y2, "r", ...result, "result");
    if (kind === "moves") tint(d, movement, y2);
    const text = caption(c, kind);
    return {
      text,
      svg: s(
        "svg",
        {
          viewBox: `0 0 ${width} ${y2 + BAR + 6}`,
          width,
          height: y2 + BAR + 6,
          role: "img",
          "aria-label": text,
        },
        s(
          "defs",
          {},
          s(
            "pattern",
            {
              id: "hatch",
              width: 6,
              height: 6,
              patternUnits: "userSpaceOnUse",
              patternTransform: "rotate(45)",
            },
            s("line", { class: "hatch", x1: 0, y1: 0, x2: 0, y2: 6 }),
          ),
        ),
        d.parts,
      ),
    };
  }

  // c: {definition, movement, width, n, bits}. Drawn anew when its place gets another width.
  lanesmith.picture = (c) => {
    const figure = h("figure", { class: "picture" });
    let last = 0;
    const redraw = (width) => {
      if (width === last) return;
      last = width;
      const { svg, text } = draw(c, width);
      figure.replaceChildren(svg, h("figcaption", { class: "fine" }, text));
    };
    redraw(Math.min(920, Math.max(280, document.documentElement.clientWidth - 40)));
    const fit = (all) => {
      const width = Math.max(280, Math.floor(Math.min(920, all[0].contentRect.width)));
      window.requestAnimationFrame(() => redraw(width));
    };
    new ResizeObserver(fit).observe(figure);
    return figure;
  };
})();
