// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shim.cpp - answers the questions of shim.h: what LLVM's C API cannot say.
#include "shim.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/TargetParser/X86TargetParser.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <string>

using namespace llvm;

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

// Where there is no debug information the function's name says what the remark is about.
static std::string place_of(const Function &F) {
  return F.getSubprogram() ? "" : F.getName().str() + ": ";
}

extern "C" void shim_tell_missed(LLVMValueRef instruction, const char *name, const char *text) {
  auto *I = unwrap<Instruction>(instruction);
  OptimizationRemarkEmitter ORE(I->getFunction());
  OptimizationRemarkMissed Remark("lanesmith", name, I);
  ORE.emit(Remark << place_of(*I->getFunction()) << I->getOpcodeName()
                  << " on small fields is left: " << text);
}

extern "C" void shim_tell_lowered(LLVMValueRef function, unsigned lowered, unsigned left, long ours,
                                  long theirs) {
  auto *F = unwrap<Function>(function);
  OptimizationRemarkEmitter ORE(F);
  OptimizationRemark Remark("lanesmith", "Lowered", DiagnosticLocation(F->getSubprogram()),
                            &F->getEntryBlock());
  ORE.emit(Remark << place_of(*F) << ore::NV("Lowered", lowered)
                  << " instructions on small fields are lowered, " << ore::NV("Left", left)
                  << " are left; about " << ore::NV("Ours", ours) << " machine instructions, LLVM's "
                  << ore::NV("Theirs", theirs));
}

extern "C" int shim_triple_is_x86_64(const char *triple) {
  return Triple(*triple ? triple : sys::getDefaultTargetTriple()).getArch() == Triple::x86_64;
}
