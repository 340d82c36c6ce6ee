#!/usr/bin/env bash
# prove-all.sh [PART...]: what ./test.sh --all runs, part by part. A part that has passed for this commit is not run again, so a
# run that was stopped goes on where it was. build/all has a log of each.
#   tests      what ./test.sh runs
#   windows    the Windows library under Wine
#   long       the other tests of the same build as tests: drivers, engines in browsers, sweeps, packages, which hold that library
#   sanitizers clang's address and undefined behaviour sanitizers over everything but browsers
#   threads    its thread sanitizer
#   fuzz       each fuzz target for ten seconds
#   lint       clang-tidy over the plugin
set -euo pipefail
cd "$(dirname "$0")/.."

parts=(tests windows long sanitizers threads fuzz lint)
[[ $# -eq 0 ]] || parts=("$@")
commit=$(git rev-parse HEAD)
[[ -z $(git status --porcelain) ]] || commit+="-changed-$(git diff HEAD | sha256sum | cut -c 1-8)"
jobs=$(nproc)
logs=build/all
mkdir -p "$logs"

prove_tests() {
    scripts/build.sh release
    ctest --preset release -j "$jobs" -LE '^long$'
}
prove_long() {
    scripts/build.sh release all long_tests
    ctest --preset release -j "$jobs" -L '^long$'
}
prove_windows() {
    scripts/build.sh windows
    ctest --preset windows -j "$jobs"
}
# One driver. Left out is what takes minutes and shows the sanitizers nothing new: grids of all sizes and formats, whose kernels
# run in the driver, the largest cubemaps, a comparison with integrals, the lab's program, and pages in a browser.
prove_sanitizers() {
    local large='(EachSizeFormat|EverySize(And)?Format|EachPairOfSize|SameBits[.]WhenFacesAreSplit|AtTheLimits|IsNearTheIntegral|FixesTwoGains|HighEffortIsNear|OutOfPlaceInOneMip|HoldsOnASun)'
    local failed=0
    scripts/build.sh asan
    ctest --preset asan -j "$jobs" -L '^(unit|property|abi|image|fuzz|bench|threads|lavapipe-8)$' -LE '^long$' -E "$large|lab_|^Lab" ||
        failed=1
    # What drivers leave in programs that load them on their own is the drivers' own.
    ASAN_OPTIONS=detect_leaks=0:malloc_context_size=2 ctest --preset asan -j "$jobs" -L '^(cli|scene)$' -LE '^long$' || failed=1
    return "$failed"
}
prove_threads() {
    scripts/build.sh tsan threads_test core_threads_test cli_test
    ctest --preset tsan -L '^threads$' -LE '^swiftshader$' # whose own worker threads it reports
}
prove_fuzz() {
    scripts/build.sh asan fuzz_targets
    tests/fuzz/run.sh 10 build/asan/tests/fuzz build/asan/tests/fuzz/corpus build/asan/fuzz_short
}
prove_lint() {
    scripts/lint.sh
}

scripts/install-packages.sh demo test windows package lint
timeout 300 scripts/fetch-test-data.sh || echo "npm's maps could not be fetched; their test is skipped" >&2
failed=0
for part in "${parts[@]}"; do
    if [[ $(cat "$logs/$part.passed" 2>/dev/null) == "$commit" ]]; then
        printf '\n==== %s: passed before for this commit\n' "$part"
        continue
    fi
    printf '\n==== %s (%d:%02d)\n' "$part" $((SECONDS / 60)) $((SECONDS % 60))
    start=$SECONDS
    rm -f "$logs/$part.passed"
    # A shell of its own, since "set -e" does not work inside of a condition.
    set +e
    (set -e && "prove_$part") 2>&1 | tee "$logs/$part.log"
    status=${PIPESTATUS[0]}
    set -e
    echo $((SECONDS - start)) >"$logs/$part.seconds"
    if ((status == 0)); then
        echo "$commit" >"$logs/$part.passed"
    else
        failed=1
    fi
done

# One summary of all, in ctest's words.
printf '\n%-12s %8s %8s %8s\n' part tests failed seconds
total=0
broken=0
for part in "${parts[@]}"; do
    read -r tests bad < <(sed -nE 's/.*tests passed, ([0-9]+) tests failed out of ([0-9]+)$/\2 \1/p' "$logs/$part.log" |
        awk '{tests += $1; bad += $2} END {print tests + 0, bad + 0}')
    [[ -e $logs/$part.passed || $bad -gt 0 ]] || bad=1 # it failed without a test's name
    printf '%-12s %8d %8d %8d\n' "$part" "$tests" "$bad" "$(cat "$logs/$part.seconds")"
    total=$((total + tests))
    broken=$((broken + bad))
done
printf '\nCommit %s\n%d%% tests passed, %d tests failed out of %d\n' "$commit" \
    $((total == 0 ? 0 : 100 * (total - broken) / total)) "$broken" "$total"
exit "$failed"
