# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# lit.cfg.py - runs the IR tests of the pass; `ctest -R pass.lit` is the way in.
#
# A test is one .ll file: RUN lines say what to do, CHECK lines say what must be true whichever
# winners the lowering table holds. %lower is opt with the pass, %load opt with the plugin for
# whatever -passes, %lower-o2 opt -O2 with the plugin loaded, %clang the same for clang. %plugin is
# for LLVM %llvm, %other-opt and %other-clang are of LLVM %other-llvm (feature other-llvm), where
# the build has two.
import os

import lit.formats

config.name = f"lanesmith pass, LLVM {config.llvm_version}"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".test"]
config.test_source_root = os.path.dirname(__file__)

plugin = os.path.join(config.lanesmith_build, "lib", f"LanesmithPass{config.suffix}.so")


def tool(name):
    return os.path.join(config.llvm_bin, name)


def program(name):
    return os.path.join(config.lanesmith_build, "bin", name + config.suffix)


for pattern, command in [
    ("%lower-o2", f"{tool('opt')} -load-pass-plugin={plugin} -passes=\"default<O2>\" -S"),
    ("%lower", f"{tool('opt')} -load-pass-plugin={plugin} -passes=lanesmith,verify -S"),
    ("%load", f"{tool('opt')} -load-pass-plugin={plugin} -S"),
    ("%opt-o2", f"{tool('opt')} -passes=\"default<O2>\" -S"),
    ("%opt", f"{tool('opt')} -S"),
    ("%clang", f"{tool('clang')} -fpass-plugin={plugin}"),
    ("%plain-clang", tool("clang")),
    ("%other-opt", os.path.join(config.other_bin, "opt")),
    ("%other-clang", os.path.join(config.other_bin, "clang")),
    ("%other-llvm", config.other_version),
    ("%llvm", config.llvm_version),
    ("%plugin", plugin),
    ("%llc", tool("llc")),
    ("%lanesmith-opt", program("lanesmith-opt")),
    ("%lanesmith-cc", program("lanesmith-cc")),
    ("%lanesmith-c[+][+]", program("lanesmith-c++")),
    ("%check", tool("FileCheck")),
    ("%not", tool("not")),
    ("%at-most", os.path.join(config.test_source_root, "at_most.sh")),
    ("%include", os.path.join(config.lanesmith_build, "include")),
    ("%docs", os.path.join(config.test_source_root, "..", "..", "docs")),
    ("%examples", os.path.join(config.test_source_root, "..", "..", "examples")),
]:
    config.substitutions.append((pattern + r"(?!\w)", command))

config.available_features.add(f"llvm-{config.llvm_version}")
if config.other_version:
    config.available_features.add("other-llvm")
config.environment["LC_ALL"] = "C"
