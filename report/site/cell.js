// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cell.js - the page of a cell, and that of an operation.
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
        big(cell.throughput.toFixed(2), "cycles throughput"),
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
          `${p.answer} by ${p.solver}, on ${p.chunk} bits`,
          p.chunk < bits ? ", lifted to the register" : "",
          p.reason ? h("div", {}, p.reason) : undefined,
          h("div", { class: "fine hash" }, `obligation ${p.obligation}`),
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

  function neighbours(index, group, name, at) {
    return h(
      "table",
      { class: "plain" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["Target", "Instructions", "Latency", "Throughput", "Status", "Engine"].map((x) =>
            h("th", { scope: "col" }, x),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        group.cells.map((c) => {
          const target = index.targets[c.target].name;
          const here = c.target === at;
          return h(
            "tr",
            { class: here ? "here" : undefined },
            h(
              "th",
              { scope: "row" },
              here
                ? h("span", { "aria-current": "page" }, target)
                : h(
                    "a",
                    {
                      href: lanesmith.cellHref(
                        name,
                        group.width,
                        index.classes[group.class].name,
                        target,
                      ),
                    },
                    target,
                  ),
            ),
            h("td", {}, c.insns === undefined ? "–" : String(c.insns)),
            h("td", {}, c.latency === undefined ? "–" : c.latency.toFixed(0)),
            h("td", {}, c.throughput === undefined ? "–" : c.throughput.toFixed(2)),
            h("td", {}, badge(c.kind)),
            h("td", {}, c.engine || ""),
          );
        }),
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

  function missing(title, text, name) {
    return {
      title,
      content: [
        h("h1", { tabindex: "-1" }, title),
        h("p", {}, text),
        name
          ? h("p", {}, h("a", { href: lanesmith.opHref(name) }, `All cells of ${name}`))
          : h("p", {}, h("a", { href: "#/map" }, "The map")),
      ],
    };
  }

  lanesmith.cellPage = async (index, [name, widthText, clsName, targetName]) => {
    const title = `${name} ${widthText} ${clsName} ${targetName}`;
    const width = Number(widthText);
    const opNumber = index.ops.findIndex((o) => o.name === name);
    const k = index.classes.findIndex((x) => x.name === clsName),
      t = index.targets.findIndex((x) => x.name === targetName);
    if (opNumber < 0) return missing(title, `This report has no operation ${name}.`);
    const group = k < 0 || t < 0 ? undefined : await lanesmith.group(opNumber, width, k);
    const cell = group && group.cells.find((c) => c.target === t);
    if (!cell) return missing(title, "This report has no such cell.", name);
    const op = index.ops[opNumber],
      { bits } = index.classes[k],
      n = Math.floor(bits / width);
    const [definitions, grammars, nav] = await Promise.all([
      lanesmith.load("definitions"),
      lanesmith.load("grammars"),
      widthsNav(index, opNumber, name, k, t, width),
    ]);
    const definition = definitions[opNumber];
    const known = cell.kind !== "none";
    const part = (heading, ...children) => h("section", {}, h("h2", {}, heading), ...children);
    const content = [
      h(
        "h1",
        { tabindex: "-1" },
        name,
        h(
          "span",
          { class: "of" },
          ` of ${lanesmith.plural(width, "bit")} in ${clsName} on ${targetName}`,
        ),
      ),
      nav,
      h(
        "p",
        { class: "lead" },
        badge(cell.kind),
        " ",
        verdict(cell),
        " ",
        h("a", { href: "#/optimal" }, "What this means"),
      ),
      h(
        "div",
        { class: "two" },
        part(
          "What it computes",
          h("p", {}, lanesmith.doc(op.doc)),
          llvmForm(op, n, width),
          lanesmith.formula(definition.text, width, n),
          lanesmith.picture({ definition, movement: group.movement, width, n, bits }),
        ),
        h(
          "div",
          {},
          known
            ? [
                part("Cost", cost(cell)),
                part(
                  "Beside others",
                  baselines(
                    cell,
                    index.maps.some((m) => m[7] > 0),
                  ),
                ),
              ]
            : part(
                "Nothing is known yet",
                h(
                  "p",
                  {},
                  h(
                    "code",
                    {},
                    `lanesmith synth --op ${name} --width ${width} `,
                    `--class ${clsName} --target ${targetName}`,
                  ),
                  " searches a program.",
                ),
              ),
        ),
      ),
      known ? part("Program and code", code(cell)) : undefined,
      h(
        "div",
        { class: "two" },
        h(
          "div",
          {},
          part("Bound and grammar", bounds(cell, grammars)),
          known ? part("Where it comes from", origin(cell)) : undefined,
        ),
        h(
          "div",
          {},
          known ? part("Proof", proof(cell, bits)) : undefined,
          part("On other targets", neighbours(index, group, name, t)),
        ),
      ),
    ];
    return { title, content };
  };

  // ---- the page of an operation ----

  // Cells by class and width, of one target: {widths, columns: [{cls, at(width)}]}.
  async function table(index, opNumber, t) {
    const classes = index.maps.filter(([, x]) => x === t).map(([k]) => k);
    const maps = await Promise.all(classes.map((k) => lanesmith.map(k, t)));
    const columns = maps.map((m, i) => {
      const row = m.rows.find((r) => r.op === opNumber);
      return { cls: classes[i], at: (w) => row && row.cells[m.widths.indexOf(w)] };
    });
    const all = [...new Set(maps.flatMap((m) => m.widths))].sort((a, b) => a - b);
    return { columns, widths: all.filter((w) => columns.some((c) => c.at(w))) };
  }

  lanesmith.opPage = async (index, name, options, go) => {
    const opNumber = index.ops.findIndex((o) => o.name === name);
    if (opNumber < 0) return missing(name, `This report has no operation ${name}.`);
    const op = index.ops[opNumber];
    const t = Math.max(
      0,
      index.targets.findIndex((x) => x.name === options.target),
    );
    const [definitions, { columns, widths }] = await Promise.all([
      lanesmith.load("definitions"),
      table(index, opNumber, t),
    ]);
    const target = index.targets[t];
    const wanted = Number(options.width) || 0;
    const targets = [...new Set(index.maps.map(([, x]) => x))]
      .sort((a, b) => a - b)
      .map((x) => [index.targets[x].name, index.targets[x].name]);
    return {
      title: name,
      content: [
        h("h1", { tabindex: "-1" }, name),
        h("p", { class: "lead" }, lanesmith.doc(op.doc)),
        lanesmith.formula(definitions[opNumber].text),
        op.words.length
          ? h("p", {}, "Also known as: ", [...new Set(op.words.map(([x]) => x))].join(", "), ".")
          : undefined,
        h(
          "div",
          { class: "controls" },
          lanesmith.choice("Target", targets, target.name, (v) => go({ ...options, target: v })),
        ),
        h(
          "div",
          { class: "grid" },
          h(
            "table",
            { class: "map", "aria-label": `${name} on ${target.name}` },
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                h("th", { scope: "col", class: "corner" }, "bits a field"),
                columns.map((c) => h("th", { scope: "col" }, index.classes[c.cls].name)),
              ),
            ),
            h(
              "tbody",
              {},
              widths.map((w) =>
                h(
                  "tr",
                  { class: w === wanted ? "wanted" : undefined },
                  h("th", { scope: "row" }, String(w)),
                  columns.map((c) =>
                    lanesmith.mapCell(
                      name,
                      w,
                      index.classes[c.cls].name,
                      target.name,
                      c.at(w),
                      false,
                    ),
                  ),
                ),
              ),
            ),
          ),
        ),
        h(
          "details",
          {},
          h("summary", {}, "The definition, as the specification has it"),
          h("pre", { class: "code wrap" }, definitions[opNumber].text),
        ),
      ],
    };
  };
})();
