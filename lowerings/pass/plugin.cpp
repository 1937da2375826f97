// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// plugin.cpp - the only C++ of the project: what LLVM's C API cannot say.
//
// It registers the pass `lanesmith`, hooks it into the default pipelines of opt and clang, and answers the questions
// of shim.h. The hook is the start of the optimizer's last part: LLVM's own simplifications have seen
// `add <64 x i2>` whole and inlining is over, while loop-invariant code motion, instcombine, the vectorizers (which
// can now see the registers) and unrolling (which can now see the true size) come after. There, a changed function
// gets EarlyCSE and LICM at once; a module that the pass does not change goes through the pipeline as if the plugin
// were not loaded.
#include "pass.h"
#include "shim.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/TargetParser/X86TargetParser.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Utils/Cloning.h"
#if LLVM_VERSION_MAJOR >= 22
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif

using namespace llvm;

// Not made by a constructor of C++: entry.c looks at LLVM's version first.
static cl::opt<bool> &printStats() {
  static cl::opt<bool> Option("lanesmith-stats", cl::desc("Count what the lanesmith pass lowers and what it leaves"));
  return Option;
}

extern "C" int shim_x86_has(const char *cpu, const char *features, const char *const *wanted) {
  StringRef Name = *cpu && StringRef(cpu) != "generic" ? cpu : "x86-64";
  if (X86::parseArchX86(Name) == X86::CK_None) return 0;
  StringMap<bool> Has;
  auto Set = [&](StringRef Feature, bool On) {
    Has[Feature] = On;
    X86::updateImpliedFeatures(Feature, On, Has);
  };
  SmallVector<StringRef, 64> Parts;
  X86::getFeaturesForCPU(Name, Parts);
  Set("sse2", true); // not listed for the CPU: every x86-64 has it
  for (StringRef Feature : Parts) Set(Feature, true);
  Parts.clear();
  StringRef(features).split(Parts, ',', -1, false);
  for (StringRef Part : Parts) {
    bool On = Part.consume_front("+");
    if (On || Part.consume_front("-")) Set(Part, On);
  }
  for (; *wanted; wanted++)
    if (!Has.lookup(*wanted)) return 0;
  return 1;
}

extern "C" int shim_not_poison(LLVMValueRef value) { return isGuaranteedNotToBeUndefOrPoison(unwrap(value)); }

extern "C" LLVMValueRef shim_copy(LLVMValueRef function) {
  ValueToValueMapTy Map;
  return wrap(CloneFunction(unwrap<Function>(function), Map));
}

extern "C" LLVMValueRef shim_fold(LLVMValueRef instruction, const LLVMValueRef *operands) {
  auto *I = unwrap<Instruction>(instruction);
  auto *Copy = I->clone();
  for (unsigned K = 0; K < I->getNumOperands(); K++)
    Copy->setOperand(K, unwrap(operands[K]));
  Constant *Folded = ConstantFoldInstruction(Copy, I->getModule()->getDataLayout());
  Copy->deleteValue();
  return wrap(Folded);
}

extern "C" int shim_wants_missed(LLVMContextRef context) {
  const DiagnosticHandler *Handler = unwrap(context)->getDiagHandlerPtr();
  return unwrap(context)->getLLVMRemarkStreamer() || (Handler && Handler->isMissedOptRemarkEnabled("lanesmith"));
}

extern "C" void shim_tell_missed(LLVMValueRef instruction, const char *name, const char *text) {
  auto *I = unwrap<Instruction>(instruction);
  OptimizationRemarkEmitter ORE(I->getFunction());
  OptimizationRemarkMissed Remark("lanesmith", name, I);
  ORE.emit(Remark << I->getOpcodeName() << " on small fields is left: " << text);
}

extern "C" void shim_tell_lowered(LLVMValueRef function, unsigned lowered, unsigned left) {
  auto *F = unwrap<Function>(function);
  OptimizationRemarkEmitter ORE(F);
  OptimizationRemark Remark("lanesmith", "Lowered", DiagnosticLocation(F->getSubprogram()), &F->getEntryBlock());
  ORE.emit(Remark << ore::NV("Lowered", lowered) << " instructions on small fields are lowered, "
                  << ore::NV("Left", left) << " are left");
}

extern "C" int shim_triple_is_x86_64(const char *triple) {
  return Triple(*triple ? triple : sys::getDefaultTargetTriple()).getArch() == Triple::x86_64;
}

namespace {
struct LanesmithPass : PassInfoMixin<LanesmithPass> {
  bool Clean; // run EarlyCSE and LICM on what was changed
  explicit LanesmithPass(bool Clean) : Clean(Clean) {}

  static void remember(LLVMValueRef F, void *Context) {
    static_cast<SmallVectorImpl<Function *> *>(Context)->push_back(unwrap<Function>(F));
  }

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM) {
    SmallVector<Function *, 8> Changed;
    lanesmith_stats Stats = {};
    lanesmith_run(wrap(&M), &Stats, remember, &Changed);
    if (printStats()) lanesmith_print_stats(&Stats, stderr);
    if (Changed.empty()) return PreservedAnalyses::all();
    if (Clean) clean(M, AM, Changed);
    return PreservedAnalyses::none();
  }

  static void clean(Module &M, ModuleAnalysisManager &AM, ArrayRef<Function *> Changed) {
    FunctionPassManager Passes;
    Passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
    Passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
    auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
    for (Function *F : Changed) {
      FAM.invalidate(*F, PreservedAnalyses::none());
      FAM.invalidate(*F, Passes.run(*F, FAM));
    }
  }

  static bool isRequired() { return true; }
};
} // namespace

static bool parsePass(StringRef Name, ModulePassManager &MPM, ArrayRef<PassBuilder::PipelineElement>) {
  if (Name != "lanesmith") return false;
  MPM.addPass(LanesmithPass(false));
  return true;
}

static void registerPasses(PassBuilder &PB) {
  PB.registerPipelineParsingCallback(parsePass);
  // LLVM 22 also says in which phase of link-time optimisation.
  PB.registerOptimizerEarlyEPCallback([](ModulePassManager &MPM, OptimizationLevel Level, auto...) {
    if (Level != OptimizationLevel::O0) MPM.addPass(LanesmithPass(true));
  });
}

extern "C" void shim_add_options(void) { printStats(); }

extern "C" void *shim_plugin_info(void *result) {
  return new (result) PassPluginLibraryInfo{LLVM_PLUGIN_API_VERSION, "lanesmith", LANESMITH_VERSION, registerPasses};
}
