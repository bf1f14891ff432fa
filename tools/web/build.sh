#!/usr/bin/env bash
# Builds the examples that tools/web/index.html shows for the browser, as one module, into tools/web/site. Downloads come from
# package registries only.
#
# Needs Rust for wasm32-unknown-unknown: either `rustup target add wasm32-unknown-unknown`, or Debian's packages
# rustc-web, cargo-web and rust-web-src (1.96; `apt-get update` first, since older package lists name an older one), with
# which the standard library is compiled, too. Cargo installs the command-line tool of wasm-bindgen, in the version of
# Cargo.lock. With wasm-opt, version 120 or newer, the module gets smaller, with node its compressed size is printed.
#
#     tools/web/build.sh && python3 -m http.server --directory tools/web/site 8080
set -euo pipefail
cd "$(dirname "$0")/../.."

target=${CARGO_TARGET_DIR:-target}/web
features=egui,web

fail() { printf 'tools/web/build.sh: %s\n' "$*" >&2; exit 1; }

# Compiles the examples with the given cargo, flags of cargo, and RUSTFLAGS.
compile() {
    local cargo=$1 flags=$2 rustflags=$3
    # shellcheck disable=SC2086 # the flags must be split into words
    RUSTFLAGS="--cfg getrandom_backend=\"wasm_js\" $rustflags" CARGO_TARGET_DIR=$target \
        "$cargo" build --ignore-rust-version $flags --profile web --target wasm32-unknown-unknown -p examples --features "$features" --example web
}

sysroot=$(rustc --print sysroot 2>/dev/null) || fail "rustc was not found"
if [[ -d $sysroot/lib/rustlib/wasm32-unknown-unknown ]]; then
    compile cargo "" ""
elif [[ -d $(/usr/bin/rustc --print sysroot 2>/dev/null)/lib/rustlib/src/rust/library ]]; then
    # The sources of the standard library are from Debian's Rust, the linker is from rustup's, if there is one.
    linker=$sysroot/lib/rustlib/$(rustc -vV | sed -n 's/^host: //p')/bin/rust-lld
    [[ -x $linker ]] || linker=$(command -v wasm-ld rust-lld lld | head -1) || true
    [[ -n $linker ]] || fail "no linker for wasm32 was found: neither rust-lld nor wasm-ld"
    export RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1
    compile /usr/bin/cargo "-Z build-std=std,panic_abort" "-Clinker=$linker"
    unset RUSTC RUSTC_BOOTSTRAP
else
    fail "this Rust cannot compile for wasm32-unknown-unknown. Either 'rustup target add wasm32-unknown-unknown'," \
        "or on Debian 'apt-get update && apt-get install rustc-web cargo-web rust-web-src'."
fi

version=$(sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p}' Cargo.lock)
tools=$target/tools
if [[ $("$tools/bin/wasm-bindgen" --version 2>/dev/null) != "wasm-bindgen $version" ]]; then
    CARGO_TARGET_DIR=$target cargo install --root "$tools" --version "=$version" wasm-bindgen-cli
fi

site=tools/web/site
rm -rf "$site"
mkdir -p "$site"
"$tools/bin/wasm-bindgen" --target web --no-typescript --remove-name-section --out-dir "$site" --out-name examples \
    "$target/wasm32-unknown-unknown/web/examples/web.wasm"

wasm=$site/examples_bg.wasm
# Older ones, such as Debian's 108, write a module that browsers refuse: they mix up its tables and the types of references.
if wasm_opt=$(wasm-opt --version 2>/dev/null | grep -oE '[0-9]+' | head -1) && ((wasm_opt >= 120)); then
    # What the compiler emits and all browsers read. With all features, wasm-opt writes what browsers refuse, such as compact imports.
    enabled=()
    for feature in bulk-memory bulk-memory-opt call-indirect-overlong multivalue mutable-globals nontrapping-float-to-int \
        reference-types sign-ext; do
        ! wasm-opt --help | grep -qw -- "--enable-$feature" || enabled+=("--enable-$feature")
    done
    wasm-opt -Oz "${enabled[@]}" --strip-debug --strip-producers "$wasm" -o "$wasm.opt"
    mv "$wasm.opt" "$wasm"
else
    echo "wasm-opt 120 or newer is missing: the module stays larger than it need be (npm install --global binaryen)"
fi

cp -r assets "$site/"
bytes=$(stat -c %s "$wasm")
# The page shows how much of the module has arrived; a compressed response does not tell how much there is.
sed "s/data-bytes=\"\"/data-bytes=\"$bytes\"/" tools/web/index.html >"$site/index.html"
echo "the module: $bytes bytes"
if command -v node >/dev/null; then
    node tools/web/sizes.mjs "$wasm"
fi
