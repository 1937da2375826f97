# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Headers of the same functions in one file: those of several targets, those that are installed, the
# same ones twice, in every order. A function is defined once, and its short name is for the target
# that the file is compiled for, whatever came first. In CI the revision chooses a third of the
# orders (scripts/test).
. "$(dirname "$0")/lib.sh"
make_headers() { # CLASS: in this directory
  local level prefix
  run 0 "$LANESMITH" synth --db a.db --op add --width 2 --class $1 \
    --target x86-64,x86-64-v3,x86-64-v4 --effort quick
  run 0 "$LANESMITH" verify --db a.db
  run 0 "$LANESMITH" emit --db a.db --out .
  for prefix in lanesmith my; do
    for level in v3 v4; do
      run 0 "$LANESMITH" emit --db a.db --file $prefix-$level.h --op add --target x86-64-$level \
        --prefix $prefix
    done
    run 0 "$LANESMITH" emit --db a.db --file $prefix-all.h --op add --prefix $prefix
  done
}

orders() { # WORD...: each order of them, a line each
  local first other rest
  [ $# -eq 0 ] && { echo; return; }
  for first; do
    rest=()
    for other; do [ "$other" = "$first" ] || rest+=("$other"); done
    orders "${rest[@]}" | sed "s|^|$first |"
  done
}

strict='-Wall -Wextra -Wpedantic -Wconversion -Wundef -Werror -Iinclude -I.'
compilers=('gcc -std=c99' 'g++ -std=c++20 -x c++' 'clang-19 -std=c99'
  'clang++-19 -std=c++20 -x c++')
tried=0 row=0 left=0
compile() { # MARCH CLASS WANTED PREFIX HEADER...: by all compilers; the short name is for WANTED
  local march=$1 class=$2 wanted=$3 prefix=$4 type=uint64_t header cc
  shift 4
  [ "$class" = x128 ] && type=__m128i
  for header; do echo "#include <$header>"; done >use.c
  echo "$type use($type a);" >>use.c
  echo "$type use($type a) { return ${prefix}_add_2_$class(a, a); }" >>use.c
  for cc in "${compilers[@]}"; do
    run 0 $cc $strict -fsyntax-only -march=$march use.c
    tried=$((tried + 1))
  done
  run 0 gcc -E -P -Iinclude -I. -march=$march use.c
  says out "return ${prefix}_add_2_${class}_$wanted(a, a);"
}

mkdir vectors general
cd vectors || exit 1
make_headers x128
compile x86-64-v3 x128 x86_64_v3 my my-v3.h my-v4.h my-all.h lanesmith.h
compile x86-64-v3 x128 x86_64_v3 lanesmith lanesmith.h lanesmith-all.h lanesmith/x86_64_v4.h
cd ../general || exit 1
make_headers r64
# Intrinsics take most of a compiler's time; general registers need none.
mkdir plain
touch plain/immintrin.h
strict="-Iplain $strict"
for march in x86-64 x86-64-v4; do
  for set in 'my-v3.h my-v4.h my-all.h' \
    'lanesmith-v3.h lanesmith-v4.h lanesmith-all.h lanesmith.h' \
    'lanesmith-v3.h lanesmith.h' 'lanesmith.h lanesmith/x86_64_v3.h lanesmith-all.h'; do
    while read -r order; do
      row=$((row + 1))
      if [ $(((row + ${LANESMITH_TEST_DRAW-0}) % ${LANESMITH_TEST_SHARE-1})) -ne 0 ]; then
        left=$((left + ${#compilers[@]}))
        continue
      fi
      compile $march r64 $(echo $march | tr - _) ${set%%[-.]*} $order
    done < <(orders $set)
  done
done
compile x86-64-v4 r64 x86_64_v4 my my-v3.h my-v4.h
[ $((tried + left)) -ge 316 ] || fail "only $tried compilations, $left left to other revisions"
