#!/usr/bin/env bash
# Renders the pictures of the documentation, docs/book/src/images/*.png, from the examples.
#
# Needs a display or xvfb-run (Debian: xvfb), and Vulkan, which mesa-vulkan-drivers provides on a machine without a
# graphics card. Compresses the pictures with oxipng or optipng, if one of them is installed.
#
#     docs/pictures.sh                 # the pictures that the documentation shows
#     docs/pictures.sh arena queries   # only these
set -euo pipefail
cd "$(dirname "$0")/.."

# The options of each example.
declare -A options=(
    [arena]="--frames 150"
    [bullets]="--frames 170"
    [caves]="--frames 105"
    [lake]="--frames 120"
    [layers]="--frames 170"
    [platformer]="--frames 820"
    [queries]="--frames 170"
    [solids]="--frames 230"
    [stepper]="--start deep --step 6"
    [top_down]="--frames 300"
    [triggers]="--frames 250"
    [walker]="--frames 400"
)
# The same features for all examples, so that Bevy is compiled only once.
features=egui
images=docs/book/src/images

if [[ $# -gt 0 ]]; then names=("$@"); else names=(arena bullets caves lake layers platformer queries solids stepper triggers walker); fi
for name in "${names[@]}"; do
    [[ -n ${options[$name]:-} ]] || { echo "docs/pictures.sh: there is no picture of '$name'" >&2; exit 1; }
done

cargo build --ignore-rust-version -p examples --features "$features" "${names[@]/#/--example=}"
target=${CARGO_TARGET_DIR:-target}/debug/examples
display=()
[[ -n ${DISPLAY:-} ]] || display=(xvfb-run -a -s "-screen 0 1280x800x24")
for name in "${names[@]}"; do
    # shellcheck disable=SC2086 # the options must be split into words
    "${display[@]}" "$target/$name" --screenshot "$images/$name.png" ${options[$name]}
    if command -v oxipng >/dev/null; then
        oxipng --quiet --opt 4 --strip safe "$images/$name.png"
    elif command -v optipng >/dev/null; then
        optipng -quiet -o4 -strip all "$images/$name.png"
    fi
    size=$(stat -c %s "$images/$name.png")
    # Flat 2D scenes take far less than shaded 3D ones.
    ((size <= 500 * 1024)) || { echo "$images/$name.png has $size bytes, more than 500 KB" >&2; exit 1; }
done
