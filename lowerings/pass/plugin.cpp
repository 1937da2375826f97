// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// plugin.cpp - the pass as LLVM's pass managers see it. Its C API has no word for that.
//
// It registers the pass `lanesmith` for modules and for functions and hooks it into the default
// pipelines of opt and clang. The hook is the start of the optimizer's last part: LLVM's own
// simplifications have seen `add <64 x i2>` whole and inlining is over, while loop-invariant code
// motion, instcombine, the vectorizers (which can now see the registers) and unrolling (which can
// now see the true size) come after. There, a changed function gets EarlyCSE and LICM at once; a
// module that the pass does not change goes through the pipeline as if the plugin were not loaded.
#include "plugin.h"

#include "lowerings/pass/base/shim.h"
#include "pass.h"

#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#if LLVM_VERSION_MAJOR >= 22
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif

using namespace llvm;

// Not made by a constructor of C++: entry.c looks at LLVM's version first.
static cl::opt<bool> &printStats() {
  static cl::opt<bool> Option("lanesmith-stats",
                              cl::desc("Count what the lanesmith pass lowers and what it leaves"));
  return Option;
}

namespace {
// lanesmith<target=CPU;stats;clean>
struct Parameters {
  std::string Target; // the CPU of functions that name none; "" leaves them
  bool Stats = false; // count on standard error
  bool Clean = false; // run EarlyCSE and LICM on what was changed
  unsigned Level = 0; // of the default pipeline that it stands in

  void print(raw_ostream &OS) const {
    std::string Words;
    if (!Target.empty()) Words += ";target=" + Target;
    if (Stats) Words += ";stats";
    if (Clean) Words += ";clean";
    OS << "lanesmith";
    if (!Words.empty()) OS << '<' << StringRef(Words).drop_front() << '>';
  }
};

static const char *const Nothing[] = {nullptr}; // no feature is asked for

// What the pass is called in pipelines, in -time-passes, and everywhere.
template <typename PassT> struct Named : PassInfoMixin<PassT> {
  Parameters P;
  explicit Named(Parameters P) : P(std::move(P)) {}
  static StringRef name() { return "lanesmith"; }
  static bool isRequired() { return false; }
  void printPipeline(raw_ostream &OS, function_ref<StringRef(StringRef)>) { P.print(OS); }

  bool setTarget(Function &F) const {
    return !P.Target.empty() && !F.isDeclaration() &&
           shim_has(LLVMGetTarget(wrap(F.getParent())), P.Target.c_str(), "", Nothing) &&
           lanesmith_set_cpu(wrap(&F), P.Target.c_str());
  }
  void tell(const lanesmith_stats &Stats) const {
    if (P.Stats || printStats()) lanesmith_print_stats(&Stats, stderr);
  }
  void clean(Function &F, FunctionAnalysisManager &FAM) const {
    FunctionPassManager Passes;
    Passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
    Passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
    FAM.invalidate(F, PreservedAnalyses::none());
    FAM.invalidate(F, Passes.run(F, FAM));
  }
};

struct LowerModule : Named<LowerModule> {
  using Named::Named;

  static void remember(LLVMValueRef F, void *Context) {
    static_cast<SmallVectorImpl<Function *> *>(Context)->push_back(unwrap<Function>(F));
  }

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM) {
    SmallVector<Function *, 8> Changed;
    lanesmith_stats Stats = {};
    bool Named = false;
    for (Function &F : M) Named |= setTarget(F);
    lanesmith_run_at(P.Level, wrap(&M), &Stats, remember, &Changed);
    tell(Stats);
    if (Changed.empty() && !Named) return PreservedAnalyses::all();
    if (P.Clean) {
      auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
      for (Function *F : Changed) clean(*F, FAM);
    }
    return PreservedAnalyses::none();
  }
};

struct LowerFunction : Named<LowerFunction> {
  using Named::Named;

  PreservedAnalyses run(Function &F, FunctionAnalysisManager &FAM) {
    lanesmith_stats Stats = {};
    bool Named = setTarget(F);
    bool Changed = lanesmith_run_on_function(wrap(&F), &Stats);
    tell(Stats);
    if (Changed && P.Clean) clean(F, FAM);
    return Changed || Named ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};
} // namespace

// A mistake in the text of a pipeline: one sentence, and the end.
[[noreturn]] static void refuse(const Twine &Why) {
  report_fatal_error("lanesmith: " + Why, /*gen_crash_diag=*/false);
}

// For some architecture that the pass knows.
static bool isKnown(const std::string &CPU) {
  for (const char *Triple : {"x86_64", "aarch64"})
    if (shim_has(Triple, CPU.c_str(), "", Nothing)) return true;
  return false;
}

static void parseParameter(StringRef Word, Parameters &P) {
  if (Word == "stats") P.Stats = true;
  else if (Word == "clean") P.Clean = true;
  else if (Word == "target=") refuse("target= is empty; a CPU is expected, as in target=x86-64-v3");
  else if (Word.consume_front("target=")) P.Target = Word.str();
  else refuse("unknown parameter '" + Word + "'; there are target=CPU, stats and clean");
  if (!P.Target.empty() && !isKnown(P.Target))
    refuse("target=" + P.Target + ": LLVM knows no such CPU");
}

template <typename ManagerT, typename PassT>
static bool parsePass(StringRef Name, ManagerT &PM, ArrayRef<PassBuilder::PipelineElement>) {
  Parameters P;
  if (!Name.consume_front("lanesmith")) return false;
  if (!Name.empty() && !(Name.consume_front("<") && Name.consume_back(">"))) return false;
  SmallVector<StringRef, 4> Words;
  Name.split(Words, ';', -1, false);
  for (StringRef Word : Words) parseParameter(Word, P);
  PM.addPass(PassT(P));
  return true;
}

static void registerPasses(PassBuilder &PB) {
  PB.registerPipelineParsingCallback(parsePass<ModulePassManager, LowerModule>);
  PB.registerPipelineParsingCallback(parsePass<FunctionPassManager, LowerFunction>);
  // LLVM 22 also says in which phase of link-time optimisation.
  PB.registerOptimizerEarlyEPCallback([](ModulePassManager &MPM, OptimizationLevel Level, auto...) {
    Parameters P;
    P.Clean = true;
    P.Level = Level.getSpeedupLevel();
    if (Level != OptimizationLevel::O0) MPM.addPass(LowerModule(P));
  });
  // For -print-after=lanesmith and its like.
  if (auto *Callbacks = PB.getPassInstrumentationCallbacks())
    Callbacks->addClassToPassName("lanesmith", "lanesmith");
}

extern "C" void plugin_add_options(void) { printStats(); }

extern "C" void *plugin_make_info(void *result) {
  return new (result) PassPluginLibraryInfo{LLVM_PLUGIN_API_VERSION, "lanesmith", LANESMITH_VERSION,
                                            registerPasses};
}
