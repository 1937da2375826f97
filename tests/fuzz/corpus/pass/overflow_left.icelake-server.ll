
define <16 x i8> @bytes(<16 x i8> %a, <16 x i8> %b) "target-cpu"="icelake-server" {
  %pair = call { <16 x i8>, <16 x i1> } @llvm.sadd.with.overflow.v16i8(<16 x i8> %a, <16 x i8> %b)
  %value = extractvalue { <16 x i8>, <16 x i1> } %pair, 0
  ret <16 x i8> %value
}

define { <64 x i2>, <64 x i1> } @returned(ptr %p) "target-cpu"="icelake-server" {
  %a = load <64 x i2>, ptr %p
  %pair = call { <64 x i2>, <64 x i1> } @llvm.uadd.with.overflow.v64i2(<64 x i2> %a, <64 x i2> %a)
  ret { <64 x i2>, <64 x i1> } %pair
}

declare { <16 x i8>, <16 x i1> } @llvm.sadd.with.overflow.v16i8(<16 x i8>, <16 x i8>)
declare { <64 x i2>, <64 x i1> } @llvm.uadd.with.overflow.v64i2(<64 x i2>, <64 x i2>)

define <32 x i2> @not_worth_it(<32 x i2> %a, <32 x i2> %b) "target-cpu"="icelake-server" {
  %s = call <32 x i2> @llvm.ushl.sat.v32i2(<32 x i2> %a, <32 x i2> %b)
  ret <32 x i2> %s
}

define void @worth_it(ptr %p, ptr %q) "target-cpu"="icelake-server" {
  %a = load <32 x i2>, ptr %p
  %b = load <32 x i2>, ptr %q
  %s = call <32 x i2> @llvm.ushl.sat.v32i2(<32 x i2> %a, <32 x i2> %b)
  store <32 x i2> %s, ptr %p
  ret void
}

declare <32 x i2> @llvm.ushl.sat.v32i2(<32 x i2>, <32 x i2>)
