# Shared by scripts/run, scripts/test, scripts/check and .ci/run: packages, presets, counting.
# Sourced by bash, which has to be told `set -euo pipefail` by the script itself.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

note() { printf '%s\n' "$*" >&2; }
die() {
  note "thoth: $*"
  exit 1
}

# --- Packages -------------------------------------------------------------------------------

# Which groups of packages a distribution calls what. Debian 12 is what the project is tested
# on. Debian 13 and Ubuntu 24.04 have the same names and are untested.
k_packages_run="g++ cmake ninja-build ccache pkg-config git libcurl4-openssl-dev nlohmann-json3-dev libfmt-dev
  libtomlplusplus-dev libcli11-dev libpcre2-dev libutf8proc-dev libmd4c-dev libxxhash-dev nettle-dev libzstd-dev
  libgumbo-dev"
k_packages_test="libgtest-dev libgmock-dev python3 python3-venv tmux libvterm-dev libvterm0"
k_packages_check="clang-19 clang-tidy-19 clang-format-19 libclang-rt-19-dev"
k_packages_bench="libbenchmark-dev"

# packages_of GROUP...: the package names, one a line.
packages_of() {
  local group list
  for group in "$@"; do
    list="k_packages_$group"
    printf '%s\n' ${!list}
  done
}

# missing_packages NAME...: those that are not installed.
missing_packages() {
  local installed
  # dpkg-query exits with 1 when it does not know a name: that is one of the answers.
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true)
  local name
  for name in "$@"; do
    [[ $'\n'$installed$'\n' == *$'\n'"installed $name"$'\n'* ]] || printf '%s\n' "$name"
  done
}

# distribution: "debian-12", "unknown" where there is no os-release.
distribution() {
  local file=${THOTH_OS_RELEASE:-/etc/os-release} # replaced in tests
  [[ -r $file ]] || { echo unknown; return; }
  (
    ID=unknown VERSION_ID=
    # shellcheck disable=SC1090
    . "$file"
    printf '%s%s\n' "$ID" "${VERSION_ID:+-$VERSION_ID}"
  )
}

# ensure_packages GROUP...: installs what is missing, after saying what and how. Prints nothing
# when nothing is missing. THOTH_SKIP_PACKAGES=1 leaves all of it to the user.
ensure_packages() {
  [[ ${THOTH_SKIP_PACKAGES:-} == 1 ]] && return 0
  local wanted missing system
  mapfile -t wanted < <(packages_of "$@")
  system=$(distribution)
  case $system in
    debian-12) ;;
    debian-13 | ubuntu-24.04) local untested=1 ;;
    *)
      note "thoth: no package table for this system ($system). On Debian 12 these packages are needed:"
      note "  ${wanted[*]}"
      die "install their like here, then run again with THOTH_SKIP_PACKAGES=1"
      ;;
  esac
  mapfile -t missing < <(missing_packages "${wanted[@]}")
  ((${#missing[@]})) || return 0
  [[ -z ${untested:-} ]] || note "thoth: $system is untested; the package names are those of Debian 12"
  install_packages "${missing[@]}"
}

install_packages() {
  local install=(apt-get install -y --no-install-recommends "$@") as_root=() log
  log=$(mktemp "${TMPDIR:-/tmp}/thoth-packages.XXXXXX")
  if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
      note "thoth: these packages are missing, and there is neither root nor sudo to install them:"
      die "as root, run: ${install[*]}"
    fi
    as_root=(sudo)
  fi
  note "thoth: installing ${#@} missing packages: $*"
  note "thoth: with: ${as_root[*]:+${as_root[*]} }${install[*]}"
  # The password is asked for before output goes to the log.
  ((EUID == 0)) || sudo -v || die "sudo did not work; as root, run: ${install[*]}"
  if ! have_candidates "$@"; then
    as_root_quietly "$log" apt-get update || { tail -n 20 "$log" >&2; die "apt-get update failed"; }
  fi
  if ! as_root_quietly "$log" "${install[@]}"; then
    # The lists may name versions that the mirror no longer has.
    as_root_quietly "$log" apt-get update || true
    as_root_quietly "$log" "${install[@]}" || { tail -n 20 "$log" >&2; die "the packages could not be installed"; }
  fi
  rm -f "$log"
}

as_root_quietly() {
  local log=$1 run=()
  shift
  ((EUID == 0)) || run=(sudo)
  "${run[@]}" env DEBIAN_FRONTEND=noninteractive "$@" >>"$log" 2>&1 </dev/null
}

# Whether apt's lists know a version of every name.
have_candidates() {
  local known
  known=$(LC_ALL=C apt-cache policy "$@" 2>/dev/null | grep -c '^  Candidate: [^(]') || true
  ((known == $#))
}

# --- Builds ---------------------------------------------------------------------------------

# build PRESET [TARGET]: configures where needed and builds, quietly unless it fails. One build
# of a preset at a time. Prints one line before work that takes time, nothing otherwise.
build() {
  local preset=$1 target=${2:-all} directory="$root/build/$1" log="$root/build/$1.log"
  mkdir -p "$directory"
  (
    flock 9
    cd "$root" # presets are found from here
    local fresh=()
    if ! grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$directory/CMakeCache.txt"; then
      fresh=(--fresh) # a first build, or the folder was moved
    fi
    if ((${#fresh[@]})) || [[ ! -f $directory/build.ninja ]]; then
      note "building thoth, $preset (first time: about $(build_minutes "$preset") minutes)…"
      quietly "$log" cmake --preset "$preset" "${fresh[@]}" || die "configuring failed; all of it is in $log"
    elif new_build_files "$directory"; then
      note "building thoth, $preset…"
      quietly "$log" cmake --preset "$preset" || die "configuring failed; all of it is in $log"
    elif [[ $(ninja -C "$directory" -n "$target" 2>&1 | tail -n 1) == *"no work to do"* ]]; then
      exit 0
    else
      note "building thoth, $preset…"
    fi
    quietly "$log" cmake --build "$directory" --target "$target" || die "the build failed; all of it is in $log"
  ) 9>"$directory.lock"
}

# Whether a build file came or changed since the preset was configured. CMake sees a change, but
# not the first build file of a folder, since src/CMakeLists.txt takes what is there.
new_build_files() {
  [[ -n $(find "$root" -path "$root/build" -prune -o -name CMakeLists.txt -newer "$1/build.ninja" -print -quit) ]]
}

# Minutes of a first build without a warm ccache: eleven to twenty on one core, by kind of build.
build_minutes() {
  local cores work=11
  cores=$(nproc)
  [[ $1 == asan || $1 == tsan ]] && work=20
  echo $(((work + cores - 1) / cores))
}

# quietly LOG COMMAND...: the last lines of the output, only when it fails.
quietly() {
  local log=$1
  shift
  if ! "$@" >"$log" 2>&1 </dev/null; then
    # The first error of a compiler says more than the last of ninja.
    if ! grep -m 1 -A 25 -E '^FAILED|error:|CMake Error' "$log" >&2; then tail -n 30 "$log" >&2; fi
    return 1
  fi
}

# --- Counting -------------------------------------------------------------------------------

k_passed=0
k_failed=0

tally() {
  k_passed=$((k_passed + $1))
  k_failed=$((k_failed + $2))
}

# run_counted NAME COMMAND...: for a command whose last line is "N passed, N failed". Shows its
# output and adds its figures. A command that says nothing, or fails without saying what, counts
# as one failure.
run_counted() {
  local name=$1 output status=0 last
  shift
  output=$(mktemp "${TMPDIR:-/tmp}/thoth-output.XXXXXX")
  "$@" </dev/null 2>&1 | tee "$output" || status=${PIPESTATUS[0]}
  last=$(grep -oE '[0-9]+ passed, [0-9]+ failed' "$output" | tail -n 1 || true)
  rm -f "$output"
  count_line "$name" "$last" "$status"
}

count_line() {
  local name=$1 last=$2 status=$3 passed=0 failed=0
  if [[ $last =~ ([0-9]+)\ passed,\ ([0-9]+)\ failed ]]; then
    passed=${BASH_REMATCH[1]} failed=${BASH_REMATCH[2]}
  elif ((status == 0)); then
    note "$name: did not say how many passed"
    failed=1
  fi
  if ((status != 0 && failed == 0)); then
    note "$name: ended with exit code $status"
    failed=1
  fi
  tally "$passed" "$failed"
}

# run_gtest NAME COMMAND...: counts the cases of a gtest program from what it printed; a crash
# counts as one failure. Each processor takes a part of them. Shows only failures and the last line.
run_gtest() {
  local name=$1 parts output status=0 passed failed i jobs=() count
  shift
  parts=$(mktemp -d "${TMPDIR:-/tmp}/thoth-output.XXXXXX")
  count=$(nproc)
  for ((i = 0; i < count; ++i)); do
    GTEST_TOTAL_SHARDS=$count GTEST_SHARD_INDEX=$i "$@" >"$parts/$i" 2>&1 </dev/null &
    jobs+=($!)
  done
  for i in "${jobs[@]}"; do wait "$i" || status=$?; done
  output=$parts/all
  cat "$parts"/[0-9]* >"$output"
  passed=$(grep -cE '\[       OK \] .*\([0-9]+ ms\)$' "$output" || true)
  # "[  FAILED  ] Suite.Name (3 ms)", not the repetition in the summary.
  failed=$(grep -cE '\[  FAILED  \] .*\([0-9]+ ms\)$' "$output" || true)
  if ((status != 0)); then
    if ((failed == 0)); then
      note "$name: ended with exit code $status"
      failed=1
      tail -n 60 "$output"
    else
      grep -vE '^\[( RUN      |       OK |----------)\]' "$output" | tail -n 200
    fi
  elif ((passed == 0)); then
    note "$name: no test was run"
    failed=1
  fi
  rm -rf "$parts"
  printf '%s: %d passed, %d failed\n' "$name" "$passed" "$failed"
  tally "$passed" "$failed"
}

# or_finish COMMAND...: what nothing can go on without: when it fails, that is one failure and
# the end.
or_finish() {
  ("$@") && return 0
  tally 0 1
  finish
}

# The last line of a script, and its exit code.
finish() {
  printf '%d passed, %d failed\n' "$k_passed" "$k_failed"
  ((k_failed == 0 && k_passed > 0))
  exit
}
