# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_page.py FILE WHAT ARGUMENT... - what a page of the report says, as a reader sees it.

has TEXT...     the text of the page has them
lacks TEXT...   it has none of them
story JSON      it says what `lanesmith show --json` says of the cell
lines FILE      it has every line of the file
first NAME      the first operation of a search is this one
"""
import html.parser
import json
import sys


class Text(html.parser.HTMLParser):
    """The text of <main>, without templates and scripts; what is bold, by itself."""

    def __init__(self):
        super().__init__()
        self.parts, self.bold, self.open = [], [], []

    def handle_starttag(self, tag, attributes):
        if tag not in ("input", "meta", "link", "br", "line", "rect", "path"):
            self.open.append(tag)
        if tag in ("p", "li", "td", "th", "dt", "dd", "h1", "h2", "h3", "div", "option"):
            self.parts.append("\n")

    def handle_endtag(self, tag):
        if tag in self.open:
            while self.open.pop() != tag:
                pass

    def handle_data(self, data):
        if "main" in self.open and not {"script", "template", "noscript"} & set(self.open):
            self.parts.append(data)
            if self.open[-1] == "b":
                self.bold.append(data)


def squeeze(text):
    return " ".join(text.split())


def need(condition, what):
    if not condition:
        sys.exit(f"check_page: {what}")


def wanted_of(story):
    best = story["best"]
    yield f"{best['cost']['insns']} instruction"
    yield f"{best['cost']['latency']:.0f} cycle"
    yield f"{best['cost']['rthroughput']:.2f} cycles throughput"
    yield f"Micro-operations {best['cost']['uops']}"
    yield f"Bytes of code {best['cost']['bytes']}"
    yield f"Engine {best['engine']}"
    yield f"State {best['state']}"
    yield best["status"]
    yield best["program"]
    yield best["program_proof"]["obligation"]
    yield f"{best['program_proof']['answer']} by {best['program_proof']['solver']}"
    yield best["ir_proof"]["obligation"]
    yield f"on {best['program_proof']['chunk']} bits"
    for bound in story["bounds"]:
        yield f"fewer than {bound['insns']} instruction"
        yield bound["grammar"]
    for baseline in story["baselines"]:
        yield baseline["how"]
    yield story["meaning"].replace("^", "")


def main(path, what, *arguments):
    reader = Text()
    with open(path, encoding="utf-8") as file:
        reader.feed(file.read())
    text = squeeze("".join(reader.parts))
    if what == "first":
        need(reader.bold and reader.bold[0] == arguments[0], f"first is {reader.bold[:1]}")
    elif what == "story":
        with open(arguments[0], encoding="utf-8") as file:
            for wanted in wanted_of(json.load(file)):
                need(squeeze(wanted) in text, f"expected {wanted!r}")
    elif what == "lines":
        with open(arguments[0], encoding="utf-8") as file:
            for line in file:
                need(squeeze(line) in text, f"expected {line!r}")
    else:
        for wanted in arguments:
            seen = f"{text[:1000]} ... {text[-1000:]}"
            need((wanted in text) == (what == "has"), f"{what} {wanted!r}: {seen}")


main(*sys.argv[1:])
