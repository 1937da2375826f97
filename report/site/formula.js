// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// formula.js - a definition of the specification as lines of mathematics.
//
// A definition is an S-expression in the vocabulary of SMT-LIB (docs/spec-language.md). Here it
// becomes assignments: folds are loops, lets are lines before their use. Where the width w and the
// number n of fields are given, integers that depend on them are computed.
"use strict";

(() => {
  const { h } = lanesmith;

  // ---- reading ----

  function read(text) {
    const tokens = text.match(/"(?:[^"\\]|\\.)*"|[()]|[^\s()"]+/g) || [];
    let at = 0;
    function one() {
      const t = tokens[at++];
      if (t !== "(") return t;
      const list = [];
      while (at < tokens.length && tokens[at] !== ")") list.push(one());
      at++;
      return list;
    }
    return one();
  }

  // ---- integers: a number where all is known, else text ----

  const arithmetic = {
    "+": [(a, b) => a + b, " + "],
    "-": [(a, b) => a - b, " − "],
    "*": [(a, b) => a * b, "·"],
    "/": [(a, b) => Math.floor(a / b), " / "],
    "%": [(a, b) => a % b, " mod "],
    "<<": [(a, b) => a * 2 ** b, " << "],
    "^": [(a, b) => Number(BigInt(a) ^ BigInt(b)), " ⊕ "],
  };
  const relations = {
    "==": [(a, b) => a === b, " = "],
    "!=": [(a, b) => a !== b, " ≠ "],
    "<": [(a, b) => a < b, " < "],
    "<=": [(a, b) => a <= b, " ≤ "],
    ">": [(a, b) => a > b, " > "],
    ">=": [(a, b) => a >= b, " ≥ "],
  };

  const minus = (x) => String(x).replace(/^-/, "−");
  const wrap = (x) => (typeof x === "string" && / /.test(x) ? `(${x})` : minus(x));

  // "2·i + 1" as ["2·i", 1], 8 as ["", 8].
  function parts(x) {
    if (typeof x === "number") return ["", x];
    const m = /^([^()]+) ([+−]) (\d+)$/.exec(x);
    return m ? [m[1], m[2] === "+" ? Number(m[3]) : -Number(m[3])] : [x, 0];
  }

  // a + b or a − b, with the constants of both in one.
  function sum(a, b, sign) {
    const [x, k] = parts(a),
      [y, m] = parts(b);
    const total = k + sign * m;
    const names = !y
      ? x
      : !x
        ? sign > 0
          ? y
          : `−${wrap(y)}`
        : sign > 0
          ? `${x} + ${y}`
          : `${x} − ${wrap(y)}`;
    if (!names) return total;
    if (!x && sign < 0 && total) return `${minus(total)} − ${wrap(y)}`;
    return total ? `${names} ${total < 0 ? "−" : "+"} ${Math.abs(total)}` : names;
  }

  function join(head, a, b) {
    if (typeof a === "number" && typeof b === "number") return arithmetic[head][0](a, b);
    if (head === "+" || head === "-") return sum(a, b, head === "+" ? 1 : -1);
    if (head === "*" && (a === 0 || b === 0)) return 0;
    if (head === "*" && a === 1) return b;
    if ("*/".includes(head) && b === 1) return a;
    return `${wrap(a)}${arithmetic[head][1]}${wrap(b)}`;
  }

  function integer(x, env) {
    if (typeof x === "string")
      return /^-?\d+$/.test(x) ? Number(x) : env[x] !== undefined ? env[x] : x;
    const [head, ...rest] = x;
    if (head === "if") {
      const c = condition(rest[0], env);
      if (typeof c === "boolean") return integer(rest[c ? 1 : 2], env);
      return `${wrap(integer(rest[1], env))} if ${c}, else ${wrap(integer(rest[2], env))}`;
    }
    const v = rest.map((y) => integer(y, env));
    if (head === "log2")
      return typeof v[0] === "number" ? Math.floor(Math.log2(v[0])) : `log₂ ${v[0]}`;
    if (head === "bit")
      return v.every((y) => typeof y === "number")
        ? Math.floor(v[0] / 2 ** v[1]) % 2
        : `bit ${v[1]} of ${v[0]}`;
    if (!arithmetic[head]) return `${head}(${v.join(", ")})`;
    if (v.length === 1) return typeof v[0] === "number" ? -v[0] : `−${wrap(v[0])}`;
    return v.reduce((a, b) => join(head, a, b));
  }

  function condition(x, env) {
    if (typeof x === "string") return x === "true" ? true : x === "false" ? false : x;
    const [head, ...rest] = x;
    if (head === "and" || head === "or") {
      const stop = head === "or";
      const v = rest.map((y) => condition(y, env)).filter((y) => y !== !stop);
      if (v.includes(stop)) return stop;
      return v.length ? v.join(` ${head} `) : !stop;
    }
    if (head === "not") {
      const v = condition(rest[0], env);
      return typeof v === "boolean" ? !v : `not (${v})`;
    }
    const v = rest.map((y) => integer(y, env));
    const known = v.every((y) => typeof y === "number");
    if (head === "pow2")
      return known ? v[0] > 0 && Number.isInteger(Math.log2(v[0])) : `${v[0]} is a power of two`;
    if (!relations[head]) return `${head}(${v.join(", ")})`;
    return known
      ? relations[head][0](v[0], v[1])
      : `${minus(v[0])}${relations[head][1]}${minus(v[1])}`;
  }

  // ---- terms ----

  const infix = {
    bvadd: "+",
    bvsub: "−",
    bvmul: "×",
    bvudiv: "÷",
    bvsdiv: "÷ₛ",
    bvurem: "mod",
    bvsrem: "modₛ",
    bvand: "&",
    bvor: "|",
    bvxor: "⊕",
    bvshl: "<<",
    bvlshr: ">>",
    bvashr: ">>ₛ",
    concat: "‖",
    "=": "=",
    distinct: "≠",
    bvult: "<",
    bvule: "≤",
    bvugt: ">",
    bvuge: "≥",
    bvslt: "<ₛ",
    bvsle: "≤ₛ",
    bvsgt: ">ₛ",
    bvsge: "≥ₛ",
    and: "and",
    or: "or",
    xor: "xor",
    "=>": "implies",
    bvnand: "nand",
    bvnor: "nor",
    bvxnor: "xnor",
  };
  const prefix = { bvneg: "−", bvnot: "~", not: "not " };
  const SUB = "\u0001",
    END = "\u0002";

  const paren = (t) =>
    /[ ]/.test(t.replace(/\u0001[^\u0002]*\u0002|\[[^\]]*\]|\([^()]*\)/g, "")) ? `(${t})` : t;

  class Writer {
    constructor(env) {
      this.env = env;
      this.lines = [];
      this.depth = 0;
    }

    line(text) {
      this.lines.push("  ".repeat(this.depth) + text);
    }

    field(x) {
      const i = integer(x[2], this.env);
      return `${x[1]}${SUB}${minus(i)}${END}`;
    }

    indexed(head, t) {
      const v = head.slice(2).map((y) => integer(y, this.env));
      if (head[1] === "extract")
        return v[0] === v[1]
          ? `${paren(t)}[${minus(v[0])}]`
          : `${paren(t)}[${minus(v[0])} … ${minus(v[1])}]`;
      if (head[1] === "zero_extend") return v[0] === 0 ? t : `zext(${t})`;
      if (head[1] === "sign_extend") return v[0] === 0 ? t : `sext(${t})`;
      return `${head[1]}(${t}, ${v.join(", ")})`;
    }

    let(x) {
      for (const [name, value] of x[1]) this.line(`${name} = ${this.term(value)}`);
      return this.term(x[2]);
    }

    fold(x) {
      const [, [name, start], [j, count], body] = x;
      this.line(`${name} ← ${this.term(start)}`);
      const n = integer(["-", count, "1"], this.env);
      this.line(`for ${j} = 0 … ${minus(n)}`);
      this.depth++;
      const next = this.term(body);
      this.line(`${name} ← ${next}`);
      this.depth--;
      return name;
    }

    choose(x) {
      const c = x[0] === "if" ? condition(x[1], this.env) : this.term(x[1]);
      if (typeof c === "boolean") return this.term(x[c ? 2 : 3]);
      return `${paren(this.term(x[2]))} if ${c}, else ${paren(this.term(x[3]))}`;
    }

    term(x) {
      if (typeof x === "string") return x.startsWith("#b") ? minus(parseInt(x.slice(2), 2)) : x;
      const [head] = x;
      if (Array.isArray(head)) return this.indexed(head, this.term(x[1]));
      if (head === "field") return this.field(x);
      if (head === "bv") return minus(integer(x[1], this.env));
      if (head === "let") return this.let(x);
      if (head === "fold") return this.fold(x);
      if (head === "ite" || head === "if") return this.choose(x);
      const v = x.slice(1).map((y) => this.term(y));
      if (prefix[head]) return prefix[head] + paren(v[0]);
      if (infix[head]) return v.map(paren).join(` ${infix[head]} `);
      return `${head}(${v.join(", ")})`;
    }

    clause(x) {
      if (x[0] === "pre") {
        this.line(`where not ${paren(this.term(x[2]))}: any result will do`);
      } else if (x[0] === "only") {
        const [low, high] = x.slice(1).map((y) => integer(y, this.env));
        this.line(`only bits ${low} to ${minus(sum(high, 1, -1))} of a field matter`);
      }
    }

    result(name, body) {
      if (body[0] === "each") {
        this.line(
          `for ${body[1]} = 0 … ${typeof this.env.n === "number" ? this.env.n - 1 : "n − 1"}`,
        );
        this.depth++;
        const t = this.term(body[2]);
        this.line(`${name}${SUB}${body[1]}${END} = ${t}`);
      } else {
        const t = this.term(body);
        this.line(`${name} = ${t}`);
      }
    }

    definition(x) {
      const body = x[x.length - 1];
      const depth = this.depth;
      if (body[0] === "results")
        x[3].forEach(([name], k) => {
          this.depth = depth;
          this.result(name, body[k + 1]);
        });
      else this.result("r", body);
      for (const c of x.slice(4, -1)) if (Array.isArray(c)) this.clause(c);
      return this.lines;
    }
  }

  function lineOf(text) {
    const parts = text.split(/(\u0001[^\u0002]*\u0002)/);
    return parts.map((p) => (p.startsWith(SUB) ? h("sub", {}, p.slice(1, -1)) : p));
  }

  // What the notation of these lines means.
  const notes = [
    ["ₛ", "ₛ: signed"],
    ["zext(", "zext: zeros above"],
    ["sext(", "sext: copies of the sign above"],
    ["‖", "‖: side by side, the left one above"],
    ["⊕", "⊕: exclusive or"],
    ["[", "x[h … l]: bits h down to l"],
    [">> ", ">>: zeros come in"],
  ];

  // w and n: numbers, or undefined for the letters.
  lanesmith.formula = (text, w, n) => {
    const env = w === undefined ? {} : { w, n };
    const lines = new Writer(env).definition(read(text));
    const all = lines.join("\n") + " ";
    const said = notes.filter(([sign]) => all.includes(sign)).map(([, note]) => note);
    return h(
      "div",
      { class: "formula" },
      h(
        "pre",
        { class: "math", tabindex: "0", "aria-label": "Formula" },
        lines.map((l) => [...lineOf(l), "\n"]),
      ),
      said.length ? h("p", { class: "fine" }, said.join("; "), ".") : undefined,
    );
  };

  // Whether field i of the result is made of fields i of the operands, and of operands that are one
  // for all, alone.
  lanesmith.isFieldwise = (definition) => {
    const x = read(definition.text);
    const body = x[x.length - 1];
    if (body[0] !== "each") return false;
    const wide = definition.params.filter(([, type]) => type.startsWith("(vec n")).map(([p]) => p);
    const good = (t) => {
      if (typeof t === "string") return !wide.includes(t);
      return t[0] === "field" ? t[2] === body[1] : t.every(good);
    };
    return good(body[2]);
  };
})();
