
define void @f(<vscale x 8 x i4> %a, <vscale x 8 x i1> %k, ptr %p, i64 %i) "target-cpu"="icelake-server" {
  %b = zext <vscale x 8 x i4> %a to <vscale x 8 x i8>
  %c = trunc <vscale x 8 x i8> %b to <vscale x 8 x i2>
  %d = shufflevector <vscale x 8 x i4> %a, <vscale x 8 x i4> poison, <vscale x 8 x i32> zeroinitializer
  %e = extractelement <vscale x 8 x i4> %d, i64 %i
  %f = insertelement <vscale x 8 x i4> %a, i4 %e, i32 3
  %g = sitofp <vscale x 8 x i4> %f to <vscale x 8 x float>
  %h = call i4 @llvm.vector.reduce.add.nxv8i4(<vscale x 8 x i4> %f)
  store i4 %h, ptr %p
  ret void
}
