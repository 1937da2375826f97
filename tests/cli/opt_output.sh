# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Guards: lanesmith-opt -o writes to devices, FIFOs and links, and replaces none of them. As root it replaced /dev/null.
. "$LANESMITH_SOURCE/tests/cli/lib.sh"
opt=$LANESMITH_OPT

cat >in.ll <<'TEXT'
target triple = "x86_64-unknown-linux-gnu"
define void @f() {
  ret void
}
TEXT

if mknod null c 1 3 2>/dev/null && true 2>/dev/null >null; then
  run 0 "$opt" -S -o null in.ll
  [ -c null ] || fail "the device was replaced"
fi

mkfifo fifo
timeout 20 cat fifo >got &
run 0 timeout 20 "$opt" -S -o fifo in.ll
wait $!
[ -p fifo ] || fail "the FIFO was replaced"
grep -q 'define void @f' got || fail "the FIFO got no IR"

mkdir to
ln -s to/out.ll link.ll
run 0 "$opt" -S -o link.ll in.ll
[ -L link.ll ] && grep -q 'define void @f' to/out.ll || fail "the link was replaced"

chmod 640 to/out.ll
run 0 "$opt" -S -o to/out.ll in.ll
[ "$(stat -c %a to/out.ll)" = 640 ] || fail "the permissions have changed"

# What cannot be written leaves the old file, and no other. The limit is 1 KiB.
cp to/out.ll before
for i in $(seq 100); do printf 'define void @f%d() {\n  ret void\n}\n' "$i"; done >long.ll
run 3 bash -c 'ulimit -f 1; exec "$@"' - "$opt" -S -o to/out.ll long.ll
says err "cannot write to/out.ll"
cmp -s before to/out.ll || fail "the old file has changed"
run 3 "$opt" -S -o none/out.ll in.ll
says err "cannot write none/out.ll"
[ "$(ls -A to)" = out.ll ] || fail "left behind: $(ls -A to)"
