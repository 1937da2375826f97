// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shim.cpp - answers the questions of shim.h: what LLVM's C API cannot say.
#include "shim.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/TargetMachine.h>

#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/AArch64TargetParser.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/TargetParser/X86TargetParser.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/FunctionComparator.h"

#include <climits>
#include <string>

using namespace llvm;

static Triple::ArchType architecture(const char *triple) {
  return Triple(*triple ? triple : sys::getDefaultTargetTriple()).getArch();
}

// Applies a "+a,-b" list.
static void applyFeatures(StringRef Features, function_ref<void(StringRef, bool)> Set) {
  SmallVector<StringRef, 64> Parts;
  Features.split(Parts, ',', -1, false);
  for (StringRef Part : Parts) {
    bool On = Part.consume_front("+");
    if (On || Part.consume_front("-")) Set(Part, On);
  }
}

static bool findX86Features(StringRef CPU, StringRef Features, StringMap<bool> &Has) {
  StringRef Name = CPU.empty() || CPU == "generic" ? "x86-64" : CPU;
  if (X86::parseArchX86(Name) == X86::CK_None) return false;
  auto Set = [&](StringRef Feature, bool On) {
    Has[Feature] = On;
    X86::updateImpliedFeatures(Feature, On, Has);
  };
  SmallVector<StringRef, 64> Parts;
  X86::getFeaturesForCPU(Name, Parts);
  Set("sse2", true); // not listed for the CPU: every x86-64 has it
  for (StringRef Feature : Parts) Set(Feature, true);
  applyFeatures(Features, Set);
  return true;
}

// Of LLVM 22: what the architecture has no name for is short for several features.
static void addShorthands(StringMap<bool> &Has) {
#if LLVM_VERSION_MAJOR >= 22
  for (const AArch64::ExtensionInfo &E : AArch64::Extensions) {
    bool Any = false, All = E.ArchFeatureName.empty();
    for (const AArch64::ExtensionDependency &D : AArch64::ExtensionDependencies)
      if (All && D.Later == E.ID) {
        Any = true;
        All = Has.lookup(AArch64::getExtensionByID(D.Earlier).PosTargetFeature.drop_front());
      }
    if (Any && All) Has[E.PosTargetFeature.drop_front()] = true;
  }
#else
  (void)Has;
#endif
}

static bool findAArch64Features(StringRef CPU, StringRef Features, StringMap<bool> &Has) {
  AArch64::ExtensionSet Extensions;
  auto Known = AArch64::parseCpu(CPU);
  if (Known) Extensions.addCPUDefaults(*Known);
  else if (CPU.empty() || CPU == "generic") Extensions.addArchDefaults(AArch64::ARMV8A);
  else return false;
  auto Set = [&](StringRef Feature, bool On) { Has[Feature] = On; };
  std::vector<std::string> List;
  Extensions.toLLVMFeatureList(List);
  for (StringRef Feature : List) applyFeatures(Feature, Set);
  applyFeatures(Features, Set);
  addShorthands(Has);
  return true;
}

// Of the architectures without a parser: LLVM's own tables, where the program has initialized them.
static std::unique_ptr<MCSubtargetInfo> findSubtarget(const char *Name, StringRef CPU,
                                                      StringRef Features) {
  std::string Error;
  Triple T(Name);
  const Target *Of = TargetRegistry::lookupTarget("", T, Error);
#if LLVM_VERSION_MAJOR < 22
  StringRef Place = T.str();
#else
  const Triple &Place = T;
#endif
  if (!Of) return nullptr;
  std::unique_ptr<MCSubtargetInfo> Plain(Of->createMCSubtargetInfo(Place, "", ""));
  if (!Plain || (!CPU.empty() && !Plain->isCPUStringValid(CPU))) return nullptr;
  return std::unique_ptr<MCSubtargetInfo>(Of->createMCSubtargetInfo(Place, CPU, Features));
}

extern "C" int shim_has(const char *triple, const char *cpu, const char *features,
                        const char *const *wanted) {
  StringMap<bool> Has;
  Triple::ArchType Arch = architecture(triple);
  if (Arch != Triple::x86_64 && Arch != Triple::aarch64) {
    auto Subtarget = findSubtarget(triple, cpu, features);
    for (; Subtarget && *wanted; wanted++)
      if (!Subtarget->checkFeatures(std::string("+") + *wanted)) return 0;
    return Subtarget != nullptr;
  }
  if (!(Arch == Triple::x86_64 ? findX86Features(cpu, features, Has)
                               : findAArch64Features(cpu, features, Has)))
    return 0;
  for (; *wanted; wanted++)
    if (!Has.lookup(*wanted)) return 0;
  return 1;
}

extern "C" int shim_not_poison(LLVMValueRef value)
{
    return isGuaranteedNotToBeUndefOrPoison(unwrap(value));
}

extern "C" int shim_is_bit(LLVMValueRef value)
{
    Value *V = unwrap(value);
    const Function *F = nullptr;
    if (auto *I = dyn_cast<Instruction>(V)) F = I->getFunction();
    if (auto *A = dyn_cast<Argument>(V)) F = A->getParent();
    if (!F || !V->getType()->isIntegerTy()) return false;
    return computeKnownBits(V, F->getParent()->getDataLayout()).countMaxActiveBits() <= 1;
}

extern "C" LLVMValueRef shim_copy(LLVMValueRef function) {
  ValueToValueMapTy Map;
  return wrap(CloneFunction(unwrap<Function>(function), Map));
}

extern "C" int shim_same(LLVMValueRef a, LLVMValueRef b) {
  GlobalNumberState Numbers;
  return FunctionComparator(unwrap<Function>(a), unwrap<Function>(b), &Numbers).compare() == 0;
}

// ---- counting ----

// Declares in M what C refers to. False where it is no plain function or variable.
static bool declare(const Constant *C, Module &M, ValueToValueMapTy &Map) {
  if (isa<BlockAddress>(C)) return false;
  if (auto *G = dyn_cast<GlobalValue>(C)) {
    if (Map.count(G)) return true;
    if (auto *F = dyn_cast<Function>(G)) {
      auto *New = Function::Create(F->getFunctionType(), GlobalValue::ExternalLinkage,
                                   F->getAddressSpace(), F->getName(), &M);
      New->setAttributes(F->getAttributes());
      Map[G] = New;
    } else if (auto *V = dyn_cast<GlobalVariable>(G)) {
      Map[G] = new GlobalVariable(M, V->getValueType(), V->isConstant(),
                                  GlobalValue::ExternalLinkage, nullptr, V->getName(), nullptr,
                                  V->getThreadLocalMode(), V->getAddressSpace());
    } else {
      return false;
    }
    return true;
  }
  for (const Use &Operand : C->operands())
    if (auto *Inner = dyn_cast<Constant>(Operand))
      if (!declare(Inner, M, Map)) return false;
  return true;
}

// A module of the function alone; null where it cannot be taken out of its own.
static std::unique_ptr<Module> take_alone(Function &F) {
  auto M = std::make_unique<Module>("", F.getContext());
  ValueToValueMapTy Map;
  M->setTargetTriple(F.getParent()->getTargetTriple());
  M->setDataLayout(F.getParent()->getDataLayout());
  for (Instruction &I : instructions(F))
    for (const Use &Operand : I.operands())
      if (auto *C = dyn_cast<Constant>(Operand))
        if (!declare(C, *M, Map)) return nullptr;
  if (F.hasPersonalityFn() && !declare(F.getPersonalityFn(), *M, Map)) return nullptr;
  auto *New = Function::Create(F.getFunctionType(), GlobalValue::ExternalLinkage,
                               F.getAddressSpace(), "", M.get());
  for (unsigned K = 0; K < F.arg_size(); K++) Map[F.getArg(K)] = New->getArg(K);
  SmallVector<ReturnInst *, 8> Returns;
  CloneFunctionInto(New, &F, Map, CloneFunctionChangeType::DifferentModule, Returns);
  New->setName("f");
  return M;
}

static long count_lines(StringRef Assembly) {
  long Count = 0;
  SmallVector<StringRef, 0> Lines;
  Assembly.split(Lines, '\n', -1, false);
  for (StringRef Line : Lines) Count += Line.size() > 1 && Line[0] == '\t' && isAlpha(Line[1]);
  return Count;
}

static std::string triple_of(const Module &M) {
  std::string Text = Triple(M.getTargetTriple()).str();
  return Text.empty() ? sys::getDefaultTargetTriple() : Text;
}

// What the default pipeline of that level has still to do behind the pass.
static void run_rest(Module &M, LLVMTargetMachineRef Machine, unsigned Level) {
  static const OptimizationLevel Levels[] = {OptimizationLevel::O0, OptimizationLevel::O1,
                                             OptimizationLevel::O2, OptimizationLevel::O3};
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Cycles;
  ModuleAnalysisManager Modules;
  PipelineTuningOptions Tuning; // as clang and opt have them
  Tuning.LoopVectorization = Tuning.LoopInterleaving = Tuning.SLPVectorization = Level > 1;
  PassBuilder Passes(reinterpret_cast<TargetMachine *>(Machine), Tuning);
  Passes.registerModuleAnalyses(Modules);
  Passes.registerCGSCCAnalyses(Cycles);
  Passes.registerFunctionAnalyses(Functions);
  Passes.registerLoopAnalyses(Loops);
  Passes.crossRegisterProxies(Loops, Functions, Cycles, Modules);
  Passes.buildModuleOptimizationPipeline(Levels[Level < 3 ? Level : 3], ThinOrFullLTOPhase::None)
      .run(M, Modules);
}

// Machine instructions of the module's functions; -1 where LLVM has no code generator for it.
static long count_module(LLVMModuleRef M, const char *TripleText, unsigned Level) {
  LLVMTargetRef Target = nullptr;
  char *Message = nullptr;
  if (LLVMGetTargetFromTriple(TripleText, &Target, &Message)) {
    LLVMDisposeMessage(Message);
    return -1;
  }
  LLVMTargetMachineRef Machine = LLVMCreateTargetMachine(
      Target, TripleText, "", "", LLVMCodeGenLevelDefault, LLVMRelocPIC, LLVMCodeModelDefault);
  if (!Machine) return -1;
  if (Level) run_rest(*unwrap(M), Machine, Level);
  LLVMMemoryBufferRef Buffer = nullptr;
  long Count = -1;
  if (LLVMTargetMachineEmitToMemoryBuffer(Machine, M, LLVMAssemblyFile, &Message, &Buffer))
    LLVMDisposeMessage(Message);
  else
    Count = count_lines(StringRef(LLVMGetBufferStart(Buffer), LLVMGetBufferSize(Buffer)));
  if (Buffer) LLVMDisposeMemoryBuffer(Buffer);
  LLVMDisposeTargetMachine(Machine);
  return Count;
}

static void ignore_diagnostic(LLVMDiagnosticInfoRef, void *) {}

static thread_local bool Counting;

extern "C" int shim_is_counting(void) { return Counting; }

// LLVM's own way with a fatal error, and clang's, removes the files that are being written: not
// where it was only a question. Otherwise it ends as in opt and llc.
static void on_fatal_error(void *, const char *Reason, bool Diagnose) {
  if (Counting) abort();
  errs() << "LLVM ERROR: " << Reason << '\n';
  sys::RunInterruptHandlers();
  if (Diagnose) abort();
  exit(1);
}

static bool HandlesErrors;

extern "C" void shim_handles_errors(void) { HandlesErrors = true; }

// Once, since whoever had a handler cannot be asked for it.
static void handle_errors() {
  if (HandlesErrors) return;
  HandlesErrors = true;
  remove_fatal_error_handler();
  install_fatal_error_handler(on_fatal_error);
}

// In a context of its own: what the code generator has to say of it is for nobody. It dies of some
// functions that are not lowered.
extern "C" long shim_count(LLVMValueRef function, unsigned level) {
  auto *F = unwrap<Function>(function);
  ValueToValueMapTy Map;
  Function *Copy = CloneFunction(F, Map);
  stripDebugInfo(*Copy);
  std::unique_ptr<Module> Alone = take_alone(*Copy);
  Copy->eraseFromParent();
  if (!Alone) return -1;
  LLVMMemoryBufferRef Bitcode = LLVMWriteBitcodeToMemoryBuffer(wrap(Alone.get()));
  LLVMContextRef Context = LLVMContextCreate();
  LLVMContextSetDiagnosticHandler(Context, ignore_diagnostic, nullptr);
  LLVMModuleRef M = nullptr;
  long Count = -1;
  if (!LLVMParseBitcodeInContext2(Context, Bitcode, &M)) {
    std::string TripleText = triple_of(*F->getParent());
    handle_errors();
    CrashRecoveryContext::Enable();
    CrashRecoveryContext Recovery;
    Counting = true;
    bool Alive = Recovery.RunSafely([&] { Count = count_module(M, TripleText.c_str(), level); });
    Counting = false;
    if (!Alive) return LONG_MAX; // and what it had is lost
    LLVMDisposeModule(M);
  }
  LLVMDisposeMemoryBuffer(Bitcode);
  LLVMContextDispose(Context);
  return Count;
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
  return unwrap(context)->getLLVMRemarkStreamer() ||
         (Handler && Handler->isMissedOptRemarkEnabled("lanesmith"));
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

extern "C" int shim_wants_uses(LLVMContextRef context) {
  const DiagnosticHandler *Handler = unwrap(context)->getDiagHandlerPtr();
  return unwrap(context)->getLLVMRemarkStreamer() ||
         (Handler && Handler->isAnalysisRemarkEnabled("lanesmith"));
}

extern "C" void shim_tell_uses(LLVMValueRef function, const char *text) {
  auto *F = unwrap<Function>(function);
  OptimizationRemarkEmitter ORE(F);
  OptimizationRemarkAnalysis Remark("lanesmith", "Lowerings",
                                    DiagnosticLocation(F->getSubprogram()), &F->getEntryBlock());
  // by name in any case: whoever reads this looks for the function
  ORE.emit(Remark << F->getName() << ": lowerings: " << text);
}

extern "C" void shim_tell_left(LLVMValueRef function, long ours, long theirs) {
  auto *F = unwrap<Function>(function);
  OptimizationRemarkEmitter ORE(F);
  OptimizationRemarkMissed Remark("lanesmith", "Longer", DiagnosticLocation(F->getSubprogram()),
                                  &F->getEntryBlock());
  ORE.emit(Remark << place_of(*F) << "small fields are left: lowered it has "
                  << ore::NV("Ours", ours) << " machine instructions, as it is "
                  << ore::NV("Theirs", theirs));
}

extern "C" void shim_tell_lowered(LLVMValueRef function, unsigned lowered, unsigned left, long ours,
                                  long theirs) {
  auto *F = unwrap<Function>(function);
  OptimizationRemarkEmitter ORE(F);
  OptimizationRemark Remark("lanesmith", "Lowered", DiagnosticLocation(F->getSubprogram()),
                            &F->getEntryBlock());
  ORE.emit(Remark << place_of(*F) << ore::NV("Lowered", lowered)
                  << " instructions on small fields are lowered, " << ore::NV("Left", left)
                  << " are left; about " << ore::NV("Ours", ours)
                  << " machine instructions, LLVM's " << ore::NV("Theirs", theirs));
}

extern "C" int shim_carries_word(LLVMValueRef value, int *minus) {
    auto *Call = dyn_cast<IntrinsicInst>(unwrap(value));
    if (!Call) return 0;
    *minus = Call->getIntrinsicID() == Intrinsic::x86_subborrow_64;
    return *minus || Call->getIntrinsicID() == Intrinsic::x86_addcarry_64;
}

extern "C" int shim_same_architecture(const char *a, const char *b) {
  return architecture(a) == architecture(b);
}
