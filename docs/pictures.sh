#!/usr/bin/env bash
# Makes the pictures of the documents, docs/*.png, from the examples.
#
# Needs a display, or xvfb-run (Debian: xvfb), and Vulkan, which mesa-vulkan-drivers has for a machine without a graphics
# card. Pictures are compressed by oxipng or optipng where there is one.
#
#     docs/pictures.sh                 # all of them
#     docs/pictures.sh arena queries   # some
set -euo pipefail
cd "$(dirname "$0")/.."

# Each: the example, and its options.
declare -A options=(
    [arena]="--frames 150"
    [bullets]="--frames 170"
    [layers]="--frames 170"
    [platformer]="--frames 820"
    [queries]="--frames 170"
    [solids]="--frames 230"
    [stepper]="--start deep --step 6"
    [top_down]="--frames 300"
    [triggers]="--frames 170"
    [walker]="--frames 420"
)
# The features that all of them need, so that Bevy is compiled once.
features=egui

if [[ $# -gt 0 ]]; then names=("$@"); else names=(arena platformer queries solids stepper walker); fi
for name in "${names[@]}"; do
    [[ -n ${options[$name]:-} ]] || { echo "docs/pictures.sh: no picture is made of '$name'" >&2; exit 1; }
done

cargo build --ignore-rust-version -p examples --features "$features" "${names[@]/#/--example=}"
target=${CARGO_TARGET_DIR:-target}/debug/examples
display=()
[[ -n ${DISPLAY:-} ]] || display=(xvfb-run -a -s "-screen 0 1280x800x24")
for name in "${names[@]}"; do
    # shellcheck disable=SC2086 # the options are several words
    "${display[@]}" "$target/$name" --screenshot "docs/$name.png" ${options[$name]}
    if command -v oxipng >/dev/null; then
        oxipng --quiet --opt 4 --strip safe "docs/$name.png"
    elif command -v optipng >/dev/null; then
        optipng -quiet -o4 -strip all "docs/$name.png"
    fi
    size=$(stat -c %s "docs/$name.png")
    ((size <= 400 * 1024)) || { echo "docs/$name.png has $size bytes, more than 400 KB" >&2; exit 1; }
done
