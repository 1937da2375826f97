// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// keys.js - put into a copy of a report by browser.sh: presses keys, measures widths, and says at
// the end of the page what is wrong, or that nothing is. No part of the report.
"use strict";

(() => {
  const wrong = [];
  const need = (good, what) => {
    if (!good) wrong.push(what);
  };
  const press = (key) =>
    document.activeElement.dispatchEvent(
      new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
    );
  const wait = (ms) => new Promise((go) => window.setTimeout(go, ms));
  const until = async (what, condition) => {
    for (let i = 0; i < 100 && !condition(); i++) await wait(20);
    need(condition(), what);
  };

  // Windows are 500 pixels wide or more, so the page is made narrow.
  function widths() {
    document.body.style.width = "400px";
    const { scrollWidth } = document.body;
    need(scrollWidth <= 400, `the page is ${scrollWidth} wide, not 400`);
  }

  async function grid() {
    const grid = document.querySelector("table[role='grid']");
    if (!grid) return;
    const stops = grid.querySelectorAll("tbody [tabindex='0']");
    need(stops.length === 1, `${stops.length} stops of the Tab key in the grid`);
    stops[0].focus();
    const start = document.activeElement;
    press("ArrowRight");
    need(
      document.activeElement !== start && document.activeElement.closest("td"),
      "ArrowRight moves",
    );
    need(grid.querySelectorAll("tbody [tabindex='0']").length === 1, "one stop after ArrowRight");
    press("Home");
    need(document.activeElement === start, "Home goes back");
    press("End");
    need(document.activeElement.closest("td"), "End goes to the last cell");
    press("Home");
    const fold = grid.querySelector("button.fold");
    need(fold && fold.getAttribute("aria-expanded") === "false", "a family is folded");
    const before = grid.tBodies[0].rows.length;
    fold.click();
    need(grid.tBodies[0].rows.length > before, "the family unfolds");
    need(document.activeElement.getAttribute("aria-expanded") === "true", "the focus stays on it");
  }

  async function search() {
    document.activeElement.blur();
    document.body.dispatchEvent(
      new KeyboardEvent("keydown", { key: "/", bubbles: true, cancelable: true }),
    );
    const input = document.getElementById("query");
    need(document.activeElement === input, "/ goes to the search");
    input.value = "plus";
    input.dispatchEvent(new Event("input"));
    need(input.getAttribute("aria-expanded") === "true", "the list opens");
    press("ArrowDown");
    const marked = document.querySelector("#hits [aria-selected='true']");
    need(marked && marked.id === input.getAttribute("aria-activedescendant"), "ArrowDown marks");
    press("Escape");
    need(document.getElementById("hits").hidden, "Escape closes");
    input.value = "";
  }

  async function elsewhere() {
    const old = document.querySelector("#main h1").textContent;
    const back = window.location.hash;
    window.location.hash = back.startsWith("#/optimal") ? "#/plots" : "#/optimal";
    await until(
      "another page is shown",
      () => document.querySelector("#main h1").textContent !== old,
    );
    need(document.activeElement.tagName === "H1", "the heading has the focus");
    widths();
    window.history.back();
    await until("back goes back", () => document.querySelector("#main h1").textContent === old);
    need(document.title.length > 12, "the page has a title");
  }

  window.addEventListener("load", async () => {
    await until("a page is shown", () => document.getElementById("main").dataset.page);
    await wait(200);
    widths();
    await grid();
    await search();
    await elsewhere();
    const said = document.createElement("p");
    said.textContent = wrong.length ? `WRONG: ${wrong.join("; ")}` : "KEYS-ARE-RIGHT";
    document.getElementById("main").append(said);
  });
})();
