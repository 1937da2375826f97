// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cell.js - the page of a cell.
"use strict";

(() => {
  const { h, kinds, letterOf } = lanesmith;

  // ---- parts ----

  async function copy(text, pre) {
    try {
      await navigator.clipboard.writeText(text);
    } catch (e) {
      const range = document.createRange();
      range.selectNodeContents(pre);
      const selection = window.getSelection();
      selection.removeAllRanges();
      selection.addRange(range);
      document.execCommand("copy");
    }
  }

  // A text with a button that copies it.
  function listing(title, text, note) {
    const pre = h(
      "pre",
      { class: "code", tabindex: "0", "aria-label": title },
      h("code", {}, text),
    );
    const button = h(
      "button",
      {
        type: "button",
        class: "copy",
        onclick: async () => {
          await copy(text, pre);
          button.textContent = "Copied";
          lanesmith.say(`${title} copied`);
          window.setTimeout(() => {
            button.textContent = "Copy";
          }, 1500);
        },
      },
      "Copy",
    );
    button.setAttribute("aria-label", `Copy: ${title}`);
    return h(
      "section",
      { class: "listing" },
      h("div", { class: "bar" }, h("h3", {}, title), button),
      note ? h("p", { class: "fine" }, note) : undefined,
      pre,
    );
  }

  const facts = (rows) =>
    h(
      "dl",
      { class: "facts" },
      rows.filter(Boolean).map(([k, v]) => [h("dt", {}, k), h("dd", {}, v)]),
    );

  function badge(kind) {
    const k = letterOf[kind];
    return h("span", { class: `badge k-${k}` }, `${kinds[k].mark} ${kinds[k].name}`);
  }

  function llvmForm(op, n, w) {
    if (!op.llvm) return undefined;
    return h(
      "p",
      {},
      "In LLVM: ",
      h("code", {}, `${op.llvm} <${n} x i${w}>`),
      op.sext ? ", sign-extended to the field" : "",
    );
  }

  // ---- what is said of a cell ----

  function verdict(cell) {
    const bound = cell.bound === undefined ? "" : ` (bound ${cell.bound}, ${cell.bound_state})`;
    return {
      optimal:
        cell.length === 0
          ? "The program has no instruction."
          : `No shorter program exists in a stated grammar${bound}.`,
      bounded: `A lower bound is known${bound}; whether a shorter program exists is open.`,
      "best found": "No bound is known: whether a shorter program exists is open.",
      claimed: "This program is only claimed: nobody has checked it. It is not emitted.",
      none: "No program is known.",
    }[cell.kind];
  }

  function cost(cell) {
    const llvm = cell.baselines.find((b) => b.source === "llvm");
    const big = (number, unit) => h("div", { class: "big" }, h("b", {}, number), ` ${unit}`);
    return [
      h(
        "div",
        { class: "bigs" },
        big(String(cell.insns), `instruction${cell.insns === 1 ? "" : "s"}`),
        big(cell.latency.toFixed(0), `cycle${cell.latency === 1 ? "" : "s"} latency`),
        big(cell.rthroughput.toFixed(2), "cycles throughput"),
        llvm && cell.kind !== "claimed" ? big(String(llvm.insns), "with stock LLVM") : undefined,
      ),
      facts([
        ["Micro-operations", String(cell.uops)],
        ["Constants", String(cell.consts)],
        ["Bytes of code", String(cell.bytes)],
        [
          "Not counted",
          lanesmith.plural(cell.moves, "register move") +
            `, ${lanesmith.plural(cell.const_loads, "constant load")}`,
        ],
      ]),
      h(
        "p",
        { class: "fine" },
        "Instructions as LLVM 19 emits them. Cycles are of LLVM’s scheduling model; throughput " +
          "is cycles a program in a long run of independent ones.",
      ),
    ];
  }

  function proof(cell, bits) {
    const one = (subject, p) =>
      p && [
        subject,
        [
          p.state === "proved here" ? "" : `${p.state}: `,
          p.solver ? `${p.answer} by ${p.solver}, on ${p.chunk} bits` : p.answer,
          p.solver && p.chunk < bits ? ", lifted to the register" : "",
          p.reason ? h("div", {}, p.reason) : undefined,
          p.obligation && h("div", { class: "fine hash" }, `obligation ${p.obligation}`),
        ],
      ];
    return facts([
      ["State", cell.state],
      one("Program", cell.program_proof),
      one("Emitted IR", cell.ir_proof),
    ]);
  }

  function bounds(cell, grammars) {
    if (!cell.bounds.length) return h("p", {}, "No bound is stored.");
    return cell.bounds.map((b) =>
      h(
        "details",
        { open: cell.bounds.length < 3 },
        h(
          "summary",
          {},
          `No program of fewer than ${lanesmith.plural(b.insns, "instruction")} is in this grammar`,
        ),
        h(
          "p",
          {},
          `${b.state}, by the engine ${b.engine}, `,
          `${lanesmith.plural(b.candidates, "candidate")} judged`,
        ),
        h(
          "pre",
          { class: "code wrap", tabindex: "0", "aria-label": "Grammar" },
          grammars[b.grammar],
        ),
      ),
    );
  }

  // measured: whether the database has figures of others at all.
  function baselines(cell, measured) {
    if (!cell.baselines.length && measured)
      return h("p", {}, "There is no figure of others: LLVM may have no form of this operation.");
    if (!cell.baselines.length)
      return h(
        "p",
        {},
        "The database has no figures of others; ",
        h("code", {}, "lanesmith bench codegen"),
        " makes them.",
      );
    const rows = [
      ["Lanesmith", cell.insns, ""],
      ...cell.baselines.map((b) => [b.source === "llvm" ? "stock LLVM" : b.source, b.insns, b.how]),
    ];
    const most = Math.max(1, ...rows.map((r) => r[1]));
    return h(
      "table",
      { class: "plain bars" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["Who", "Instructions", "How"].map((x) => h("th", { scope: "col" }, x)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map(([who, n, how]) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, who),
            h(
              "td",
              {},
              h("span", { class: "hbar", css: { width: `${Math.max(1, (100 * n) / most)}px` } }),
              String(n),
            ),
            h("td", { class: "fine" }, how),
          ),
        ),
      ),
    );
  }

  function neighbour(index, group, name, c, here) {
    const target = index.targets[c.target].name;
    const href = lanesmith.cellHref(name, group.width, index.classes[group.class].name, target);
    const figure = (x, digits) => h("td", {}, x === undefined ? "–" : x.toFixed(digits));
    const link = here ? h("span", { "aria-current": "page" }, target) : h("a", { href }, target);
    return h(
      "tr",
      { class: here ? "here" : undefined },
      h("th", { scope: "row" }, link),
      figure(c.insns, 0),
      figure(c.latency, 0),
      figure(c.rthroughput, 2),
      h("td", {}, badge(c.kind)),
      h("td", {}, c.engine || ""),
    );
  }

  function neighbours(index, group, name, at) {
    const head = ["Target", "Instructions", "Latency", "Throughput", "Status", "Engine"];
    return h(
      "table",
      { class: "plain" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((x) => h("th", { scope: "col" }, x)),
        ),
      ),
      h(
        "tbody",
        {},
        group.cells.map((c) => neighbour(index, group, name, c, c.target === at)),
      ),
    );
  }

  // Links to the neighbouring widths of the same operation, class and target.
  async function widthsNav(index, opNumber, name, k, t, width) {
    const map = await lanesmith.map(k, t);
    const row = map.rows.find((r) => r.op === opNumber);
    const have = row ? map.widths.filter((w, i) => row.cells[i]) : [];
    const link = (w, text, rel) =>
      w === undefined
        ? undefined
        : h(
            "a",
            {
              rel,
              href: lanesmith.cellHref(name, w, index.classes[k].name, index.targets[t].name),
            },
            text,
          );
    const below = have.filter((w) => w < width).pop(),
      above = have.find((w) => w > width);
    return h(
      "nav",
      { class: "beside", "aria-label": "Other widths" },
      link(below, `← ${below} bits`, "prev"),
      h("a", { href: lanesmith.opHref(name, width) }, "all cells of this operation"),
      link(above, `${above} bits →`, "next"),
    );
  }

  // C has no word for what is left to LLVM; the header has the best program without that.
  function beside(cell) {
    const note = "The best program leaves a step to LLVM, for which C has no word.";
    if (!cell.beside) return h("section", { class: "listing" }, h("h3", {}, "C"), h("p", {}, note));
    const insns = lanesmith.plural(cell.beside.insns, "instruction");
    return listing("C", cell.beside.c, `${note} This is the best without: ${insns}.`);
  }

  function code(cell) {
    const program = listing(
      "Program",
      cell.program,
      "One instruction a line; 0x55* repeats its digits over the register.",
    );
    if (!cell.ir) {
      return [
        program,
        cell.kind === "claimed"
          ? h(
              "p",
              {},
              "What is only claimed is not emitted: ",
              h("code", {}, "lanesmith verify"),
              " decides first.",
            )
          : undefined,
      ];
    }
    return h(
      "div",
      { class: "codes" },
      program,
      cell.c ? listing("C", cell.c) : beside(cell),
      listing("LLVM IR", cell.ir),
      listing("Assembly", cell.assembly),
    );
  }

  // parent: the name of a rule, or the program that this one was derived from.
  function origin(cell) {
    const parent = cell.parent.trim();
    return facts([
      ["Engine", cell.engine],
      !parent
        ? undefined
        : parent.includes("=")
          ? ["Derived from", h("pre", { class: "code wrap" }, parent)]
          : ["Rule", h("code", {}, parent)],
    ]);
  }

  // ---- the page of a cell ----

  // x: {op, cell, group, definition, grammars, name, clsName, targetName, width, bits, n, known}
  const part = (heading, ...children) => h("section", {}, h("h2", {}, heading), ...children);

  function heading(x) {
    const of = ` of ${lanesmith.plural(x.width, "bit")} in ${x.clsName} on ${x.targetName}`;
    return h("h1", { tabindex: "-1" }, x.name, h("span", { class: "of" }, of));
  }

  function summary(x) {
    const meaning = h("a", { href: "#/optimal" }, "What this means");
    return h("p", { class: "lead" }, badge(x.cell.kind), " ", verdict(x.cell), " ", meaning);
  }

  function meaning(x) {
    return part(
      "What it computes",
      h("p", {}, lanesmith.doc(x.op.doc)),
      llvmForm(x.op, x.n, x.width),
      lanesmith.formula(x.definition.text, x.width, x.n),
      lanesmith.picture({ ...x, movement: x.group.movement }),
    );
  }

  function costs(x) {
    if (x.known)
      return [part("Cost", cost(x.cell)), part("Beside others", baselines(x.cell, x.measured))];
    const command =
      `lanesmith synth --op ${x.name} --width ${x.width} ` +
      `--class ${x.clsName} --target ${x.targetName}`;
    return part("Nothing is known yet", h("p", {}, h("code", {}, command), " searches a program."));
  }

  function reasons(index, x) {
    const left = [
      part("Bound and grammar", bounds(x.cell, x.grammars)),
      x.known ? part("Where it comes from", origin(x.cell)) : undefined,
    ];
    const right = [
      x.known ? part("Proof", proof(x.cell, x.bits)) : undefined,
      part("On other targets", neighbours(index, x.group, x.name, x.cell.target)),
    ];
    return h("div", { class: "two" }, h("div", {}, left), h("div", {}, right));
  }

  // What the page is about; undefined where there is no such cell.
  async function find(index, [name, widthText, clsName, targetName]) {
    const width = Number(widthText);
    const opNumber = index.ops.findIndex((o) => o.name === name);
    const k = index.classes.findIndex((c) => c.name === clsName);
    const t = index.targets.findIndex((c) => c.name === targetName);
    if (opNumber < 0 || k < 0 || t < 0) return undefined;
    const group = await lanesmith.group(opNumber, width, k);
    const cell = group && group.cells.find((c) => c.target === t);
    if (!cell) return undefined;
    const { bits } = index.classes[k];
    const names = { name, clsName, targetName, width, bits, n: Math.floor(bits / width) };
    const measured = index.maps.some((m) => m[7] > 0);
    const known = cell.kind !== "none";
    const nav = await widthsNav(index, opNumber, name, k, t, width);
    return { ...names, op: index.ops[opNumber], opNumber, group, cell, nav, measured, known };
  }

  lanesmith.cellPage = async (index, words) => {
    const title = words.join(" ");
    const has = index.ops.some((o) => o.name === words[0]);
    if (!has) return lanesmith.missing(title, `This report has no operation ${words[0]}.`);
    const found = await find(index, words);
    if (!found) return lanesmith.missing(title, "This report has no such cell.", words[0]);
    const [definitions, grammars] = await Promise.all([
      lanesmith.load("definitions"),
      lanesmith.load("grammars"),
    ]);
    const x = { ...found, definition: definitions[found.opNumber], grammars };
    const content = [
      heading(x),
      x.nav,
      summary(x),
      h("div", { class: "two" }, meaning(x), h("div", {}, costs(x))),
      x.known ? part("Program and code", code(x.cell)) : undefined,
      reasons(index, x),
    ];
    return { title, content };
  };
})();
