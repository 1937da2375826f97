// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// map.js - the coverage map: operations by field widths, of one register class and target.
//
// Operations whose names differ in numbers only are one row that unfolds. One cell of the grid is
// in the order of the Tab key; arrows move within (WAI-ARIA, pattern "grid").
"use strict";

(() => {
  const { h, kinds } = lanesmith;
  const FAMILY_LEAST = 3;
  const FIRST_ROWS = 40;
  const unfolded = new Set(); // families, for as long as the page lives

  // ---- rows and families ----

  const familyOf = (name) => name.replace(/\d+/g, "#");

  // [{key, members: [row]}], where the first member stands.
  function families(rows, ops) {
    const byKey = new Map();
    for (const row of rows) {
      const key = familyOf(ops[row.op].name);
      if (!byKey.has(key)) byKey.set(key, { key, members: [] });
      byKey.get(key).members.push(row);
    }
    const out = [];
    for (const f of byKey.values())
      if (f.members.length >= FAMILY_LEAST) out.push(f);
      else for (const row of f.members) out.push({ key: ops[row.op].name, members: [row] });
    const place = (f) => f.members[0].op;
    return out.sort((a, b) => place(a) - place(b));
  }

  // ---- one cell ----

  const steps = [
    [1, "l0"],
    [2, "l1"],
    [8, "l2"],
    [32, "l3"],
    [Infinity, "l4"],
  ];

  function ratioClass(r) {
    if (r === undefined) return "k-n";
    if (r < 1) return "lost";
    if (r === 1) return "l0";
    if (r >= 10) r = Math.round(r); // as it is shown
    return steps.find(([most]) => r < most || most === Infinity)[1];
  }

  function faceOf(cell, ratio) {
    if (!ratio)
      return {
        cls: `k-${cell.kind}`,
        text: cell.insns === undefined ? "" : String(cell.insns),
        mark: kinds[cell.kind].mark,
      };
    const r = lanesmith.ratio(cell);
    const mark = r === undefined ? "" : r < 1 ? "▼" : "";
    return { cls: ratioClass(r), text: r === undefined ? "–" : lanesmith.times(r), mark };
  }

  function describe(op, width, cell) {
    if (!cell) return `${op} of ${lanesmith.plural(width, "bit")}: not in the table`;
    const insns =
      cell.insns === undefined
        ? "no program"
        : `${lanesmith.plural(cell.insns, "instruction")}, ${kinds[cell.kind].name}`;
    const r = lanesmith.ratio(cell);
    const llvm =
      cell.llvm === undefined
        ? ""
        : `; stock LLVM ${cell.llvm}${r === undefined ? "" : `, ${lanesmith.times(r)} times`}`;
    return `${op} of ${lanesmith.plural(width, "bit")}: ${insns}${llvm}`;
  }
  lanesmith.describeCell = describe;

  // A table cell with a link; also for other pages.
  lanesmith.mapCell = (op, width, cls, target, cell, ratio) => {
    if (!cell) return h("td", { class: "empty" }, h("span", { class: "away" }, "not in the table"));
    const face = faceOf(cell, ratio);
    const link = h(
      "a",
      { href: lanesmith.cellHref(op, width, cls, target), "aria-label": describe(op, width, cell) },
      face.text,
      face.mark ? h("span", { class: "mark", "aria-hidden": "true" }, face.mark) : undefined,
    );
    return h("td", { class: face.cls }, link);
  };

  // Of a folded family: from the least to the most instructions, and what share is of each kind.
  function summaryCell(cells, ratio) {
    const known = cells.filter((c) => c);
    if (!known.length) return h("td", { class: "empty" });
    const values = known
      .map((c) => (ratio ? lanesmith.ratio(c) : c.insns))
      .filter((v) => v !== undefined);
    const show = ratio ? lanesmith.times : String;
    const least = Math.min(...values),
      most = Math.max(...values);
    const text = !values.length
      ? "–"
      : show(least) === show(most)
        ? show(least)
        : `${show(least)}–${show(most)}`;
    const bar = h("span", { class: "shares", "aria-hidden": "true" });
    for (const k of "obfcn") {
      const n = known.filter((c) => c.kind === k).length;
      if (n) bar.append(h("span", { class: `k-${k}`, css: { "flex-grow": String(n) } }));
    }
    return h("td", { class: "summary" }, text, ratio ? undefined : bar);
  }

  // ---- the grid ----

  class Grid {
    constructor(view) {
      this.view = view;
      this.body = h("tbody", {});
      this.readout = h("p", { class: "readout", "aria-hidden": "true" }, "\u00a0");
      this.table = h(
        "table",
        {
          class: `map${view.ratio ? " ratio" : ""}`,
          role: "grid",
          "aria-label": view.title,
          onkeydown: (e) => this.key(e),
          onfocusin: (e) => this.focused(e.target),
          onmouseover: (e) => this.show(e.target),
        },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col", class: "corner" }, "operation"),
            view.places.map((i) => h("th", { scope: "col" }, String(view.map.widths[i]))),
          ),
        ),
        this.body,
      );
      this.fill();
    }

    // What makes each row, from the first to the last.
    rows() {
      const out = [];
      for (const f of this.view.families) {
        const family = f.members.length > 1;
        if (family) out.push(() => this.familyRow(f));
        if (!family || unfolded.has(f.key) || this.view.find)
          for (const m of f.members) out.push(() => this.row(m, family));
      }
      return out;
    }

    append(rows) {
      for (const make of rows) {
        const tr = make();
        for (const e of tr.querySelectorAll("a, button")) e.tabIndex = -1;
        this.body.append(tr);
      }
    }

    // The first rows now, the rest when they have been painted.
    fill(firstRows = FIRST_ROWS) {
      const rows = this.rows();
      this.body.replaceChildren();
      this.append(rows.slice(0, firstRows));
      const first = this.body.querySelector("a, button");
      if (first) first.tabIndex = 0;
      const rest = rows.slice(firstRows);
      window.clearTimeout(this.later);
      if (rest.length) this.later = window.setTimeout(() => this.append(rest), 30);
    }

    row(m, inside) {
      const { view } = this;
      const { name } = view.ops[m.op];
      return h(
        "tr",
        {},
        h(
          "th",
          { scope: "row", class: inside ? "inside" : undefined },
          h("a", { href: lanesmith.opHref(name), title: view.ops[m.op].doc }, name),
        ),
        view.places.map((i) =>
          lanesmith.mapCell(
            name,
            view.map.widths[i],
            view.cls.name,
            view.target.name,
            m.cells[i],
            view.ratio,
          ),
        ),
      );
    }

    familyRow(f) {
      const open = unfolded.has(f.key) || Boolean(this.view.find);
      const name = f.key.replace(/#/g, "…");
      const button = h(
        "button",
        {
          type: "button",
          class: "fold",
          "aria-expanded": String(open),
          onclick: () => this.toggle(f.key),
        },
        h("span", { class: "arrow", "aria-hidden": "true" }, open ? "▾" : "▸"),
        name,
        h("span", { class: "count" }, ` ${f.members.length}`),
      );
      button.dataset.family = f.key;
      return h(
        "tr",
        { class: "family" },
        h("th", { scope: "row" }, button),
        this.view.places.map((i) =>
          summaryCell(
            f.members.map((m) => m.cells[i]),
            this.view.ratio,
          ),
        ),
      );
    }

    toggle(key) {
      if (unfolded.has(key)) unfolded.delete(key);
      else unfolded.add(key);
      this.fill(Infinity);
      const again = [...this.body.querySelectorAll("button")].find((b) => b.dataset.family === key);
      if (again) again.focus();
    }

    // ---- keys ----

    focused(e) {
      const item = e.closest("a, button");
      if (!item) return;
      for (const old of this.body.querySelectorAll("[tabindex='0']")) old.tabIndex = -1;
      item.tabIndex = 0;
      this.show(item);
    }

    show(e) {
      const link = e.closest("td a");
      if (link) this.readout.textContent = link.getAttribute("aria-label");
    }

    // The nearest thing that can have the focus, from column on, in a row.
    static inRow(tr, column, step) {
      for (let c = column; c >= 0 && c < tr.cells.length; c += step) {
        const item = tr.cells[c].querySelector("a, button");
        if (item) return item;
      }
      return undefined;
    }

    key(e) {
      const at = e.target.closest("th, td");
      if (!at || e.altKey || e.ctrlKey || e.metaKey) return;
      const rows = [...this.body.rows];
      const r = rows.indexOf(at.parentElement),
        c = at.cellIndex;
      const vertical = (to) => {
        const tr = rows[Math.max(0, Math.min(rows.length - 1, to))];
        return Grid.inRow(tr, c, -1);
      };
      const next = {
        ArrowRight: () => Grid.inRow(rows[r], c + 1, 1),
        ArrowLeft: () => Grid.inRow(rows[r], c - 1, -1),
        ArrowDown: () => vertical(r + 1),
        ArrowUp: () => vertical(r - 1),
        PageDown: () => vertical(r + 12),
        PageUp: () => vertical(r - 12),
        Home: () => Grid.inRow(rows[r], 0, 1),
        End: () => Grid.inRow(rows[r], rows[r].cells.length - 1, -1),
      }[e.key];
      if (!next) return;
      e.preventDefault();
      const item = next();
      if (item) item.focus();
    }
  }

  // ---- the page ----

  function legend(ratio) {
    const item = (cls, mark, text) =>
      h("li", {}, h("span", { class: `swatch ${cls}` }, mark), ` ${text}`);
    if (ratio)
      return h(
        "ul",
        { class: "legend" },
        item("lost", "▼", "LLVM is better"),
        item("l0", "1", "level"),
        item("l1", "<2", "less than twice"),
        item("l2", "2", "2 to 8 times"),
        item("l3", "8", "8 to 32 times"),
        item("l4", "32", "32 times and more"),
      );
    return h(
      "ul",
      { class: "legend" },
      Object.entries(kinds).map(([k, x]) => item(`k-${k}`, x.mark, x.name)),
      h("li", {}, h("span", { class: "swatch empty" }, "\u00a0"), " not in the table"),
    );
  }

  // short: without the names of kinds.
  lanesmith.stackedBar = (counts, short) => {
    const total = counts.reduce((a, b) => a + b, 0);
    const bar = h("div", {
      class: "stacked",
      role: "img",
      "aria-label": counts
        .map((n, i) => (n ? `${n} ${kinds["obfcn"[i]].name}` : ""))
        .filter(Boolean)
        .join(", "),
    });
    counts.forEach((n, i) => {
      if (!n) return;
      const share = Math.round((100 * n) / total);
      bar.append(
        h(
          "span",
          { class: `k-${"obfcn"[i]}`, css: { "flex-grow": String(n) } },
          share >= (short ? 8 : 16) ? `${short ? "" : `${kinds["obfcn"[i]].name} `}${share} %` : "",
        ),
      );
    });
    return bar;
  };

  function switches(state, measured, go) {
    const radio = (value, text, off) =>
      h(
        "label",
        { class: off ? "off" : undefined },
        h("input", {
          type: "radio",
          name: "show",
          value,
          checked: state.show === value,
          disabled: off,
          onchange: () => go({ ...state, show: value }),
        }),
        ` ${text}`,
      );
    return h(
      "div",
      { class: "show", role: "radiogroup", "aria-label": "Numbers" },
      radio("insns", "instructions"),
      radio("ratio", "ratio to stock LLVM", !measured),
    );
  }

  const isPower = (w) => (w & (w - 1)) === 0;

  function widthsSwitch(map, state, go) {
    if (map.widths.every(isPower)) return undefined;
    return h(
      "label",
      { class: "show widths" },
      h("input", {
        type: "checkbox",
        checked: state.all,
        onchange: (e) => go({ ...state, all: e.target.checked }),
      }),
      ` all ${map.widths.length} widths`,
    );
  }

  function registerChoice(index, state, go) {
    const numbers = [...new Set(index.maps.map(([k]) => k))];
    const names = numbers.map((k) => [
      String(k),
      `${index.classes[k].name} (${index.classes[k].bits} bits)`,
    ]);
    const change = (v) => go({ ...state, cls: Number(v) });
    return lanesmith.choice("Register", names, String(state.cls), change);
  }

  function targetChoice(index, state, go) {
    const pairs = index.maps.filter(([k]) => k === state.cls);
    const names = pairs.map(([, t]) => [String(t), index.targets[t].name]);
    const change = (v) => go({ ...state, target: Number(v) });
    return lanesmith.choice("Target", names, String(state.target), change);
  }

  function lead(cells, ratio) {
    const number = ratio
      ? "A number says how many times more instructions stock LLVM needs."
      : "A number is the instructions of the best program.";
    const what = `${lanesmith.plural(cells, "cell")}: operations by field widths in bits. `;
    return h("p", { class: "lead" }, what, number);
  }

  function unmeasured() {
    return h(
      "p",
      { class: "fine" },
      "The database has no figures of stock LLVM; ",
      h("code", {}, "lanesmith bench codegen"),
      " makes them, and the next report has the ratio.",
    );
  }

  // The grid and, above it, what is said of the cell at hand; fill(text) shows the operations with
  // these words in their names. view: what a Grid needs, but for families and find.
  function gridPlace(view) {
    const place = h("div", { class: "grid", tabindex: "-1" });
    const readout = h("div", {});
    const nothing = "No operation has that in its name. The search at the top knows other names.";
    const fill = (text) => {
      const words = text.toLowerCase().split(/[\s,]+/);
      const wanted = (r) => words.every((x) => view.ops[r.op].name.includes(x));
      const rows = view.map.rows.filter((r) => view.places.some((i) => r.cells[i]) && wanted(r));
      const find = words.some((x) => x);
      const grid = new Grid({ ...view, families: families(rows, view.ops), find });
      place.replaceChildren(rows.length ? grid.table : h("p", {}, nothing));
      readout.replaceChildren(grid.readout);
    };
    return { elements: [readout, place], fill };
  }

  function filterField(state, fill, go) {
    const input = h("input", { type: "search", value: state.find, spellcheck: "false" });
    input.addEventListener("input", () => {
      fill(input.value);
      go({ ...state, find: input.value }, true);
    });
    return h("label", { class: "choice" }, h("span", {}, "Only names with"), input);
  }

  // state: {cls, target, show, find, all}; all: also widths that are no powers of two. go(state)
  // shows another.
  lanesmith.mapPage = async (index, state, go) => {
    const cls = index.classes[state.cls];
    const target = index.targets[state.target];
    const pair = index.maps.find(([k, t]) => k === state.cls && t === state.target);
    const counts = pair.slice(2, 7);
    const map = await lanesmith.map(state.cls, state.target);
    const measured = pair[7] > 0;
    const ratio = state.show === "ratio" && measured;
    const title = `Coverage: ${cls.name} on ${target.name}`;
    const places = map.widths.map((w, i) => i).filter((i) => state.all || isPower(map.widths[i]));
    const grid = gridPlace({ ops: index.ops, map, places, cls, target, ratio, title });
    grid.fill(state.find);
    const content = [
      h("h1", { tabindex: "-1" }, title),
      lead(
        counts.reduce((a, b) => a + b, 0),
        ratio,
      ),
      lanesmith.stackedBar(counts),
      h(
        "div",
        { class: "controls" },
        registerChoice(index, state, go),
        targetChoice(index, state, go),
        filterField(state, grid.fill, go),
        switches(state, measured, go),
        widthsSwitch(map, state, go),
      ),
      measured ? undefined : unmeasured(),
      legend(ratio),
      grid.elements,
    ];
    return { title, content };
  };
})();
