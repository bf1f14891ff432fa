// Searches the built book as its search box does, and fails where none of the first two hits is the place that answers:
//
//     node docs/book/searches.mjs target/book
//
// With words after the folder, it lists the hits of these words instead.
import { readdirSync, readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";

/** What a user of another engine types, and the places that answer: a page, or a heading of it. */
const SEARCHES = {
  "sensor": "events.html#triggers-and-sensors",
  "trigger": "events.html#triggers-and-sensors",
  "collision groups": "layers.html",
  "layers": "layers.html",
  "masks": "layers.html",
  "tilemap": "tile_maps.html",
  "voxels": "tile_maps.html",
  "tiled": "map_editors.html",
  "ldtk": "map_editors.html",
  "line of sight": "queries.html#raycasts",
  "raycast": "queries.html#raycasts",
  "mouse picking": "queries.html#the-mouse",
  "click": "queries.html#the-mouse",
  "drag and drop": "queries.html#the-mouse",
  "placement": "queries.html#placement",
  "is there room": ["queries.html#placement", "moving.html#is-there-room"],
  "concave": "concepts.html#concave-shapes",
  "sprite": "images_and_models.html#sprites",
  "gltf": "images_and_models.html#gltf-levels",
  "one-way platform": "characters.html#moving-platforms",
  "moving platform": "characters.html#moving-platforms",
  "conveyor": ["characters.html#moving-platforms", "recipes.html#friction"],
  "character controller": "characters.html",
  "bullet": "fast_movers.html",
  "fast": "fast_movers.html",
  "tunnelling": "fast_movers.html",
  "teleport": "fast_movers.html#teleports",
  "pause": "recipes.html#pause",
  "slow motion": "recipes.html#pause",
  "gravity": "recipes.html#gravity",
  "double jump": "recipes.html#double-jumps",
  "respawn": "recipes.html#respawn",
  "world bounds": "recipes.html#borders",
  "coyote time": "recipes.html#coyote-time",
  "wall jump": "recipes.html#wall-jumps",
  "crouch": "recipes.html#crouch",
  "ladder": "recipes.html#ladders",
  "friction": "recipes.html#friction",
  "ice": "recipes.html#friction",
  "bounce": "recipes.html#bouncing",
  "knockback": "recipes.html#knock-back",
  "knock-back": "recipes.html#knock-back",
  "explosion": "recipes.html#explosions",
  "damage once": "recipes.html#damage-once",
  "hitbox": "recipes.html#hitboxes",
  "hurtbox": "recipes.html#hitboxes",
  "despawn": "recipes.html#despawning",
  "pooling": "recipes.html#despawning",
  "save game": "recipes.html#save-games",
  "serialize": "recipes.html#save-games",
  "multiplayer": ["recipes.html#multiplayer", "rollback.html"],
  "debug draw": "debugging.html",
  "joints": "glossary.html#joints",
  "headless": "start.html#without-a-window",
  "friendly fire": "layers.html#filters",
  "jitter": "characters.html#fixed-time-steps",
  "navmesh": "glossary.html#navmesh",
  "pathfinding": "glossary.html#navmesh",
  "Area2D": "glossary.html#godot",
  "OnTriggerEnter": "glossary.html#unity",
  "LinearVelocity": "migration.html",
  "TransformInterpolation": "migration.html",
  "from_mask": "migration.html#spatialquery",
  "ColliderOf": "migration.html#bodies",
  "body1": "migration.html#bodies",
  "length unit": "migration.html",
  "crowd": "characters.html#crowds",
  "ground check": "characters.html#on-the-ground",
  "multithreading": "performance.html#threads",
  "rollback": "rollback.html",
  "mantle": "characters.html#crouching",
  "dig": "tile_maps.html#digging",
  "portal": "recipes.html#respawn",
  "checkpoint": "recipes.html#respawn",
  "pickup": "events.html#triggers-and-sensors",
  "stairs": "characters.html#options",
  "box select": "recipes.html#selecting",
  "invincibility": "recipes.html#damage-once",
  "interpolation": ["migration.html", "characters.html#fixed-time-steps"],
};

const [folder = "target/book", ...words] = process.argv.slice(2);
const script = (name) => readFileSync(`${folder}/${readdirSync(folder).find((it) => it.startsWith(name) && it.endsWith(".js"))}`, "utf8");
const context = createContext({ window: { search: {} } });
runInContext(script("elasticlunr"), context);
runInContext(script("searchindex"), context);
const { index, search_options, doc_urls } = context.window.search;
const searcher = context.elasticlunr.Index.load(index);
const hits = (search) => searcher.search(search, search_options).map((hit) => doc_urls[hit.ref]);

if (words.length > 0) {
  console.log(hits(words.join(" ")).slice(0, 12).join("\n"));
} else {
  const missed = Object.entries(SEARCHES).filter(([search, places]) => {
    const first = hits(search).slice(0, 2);
    const found = [places].flat().some((place) => first.some((hit) => hit.startsWith(place)));
    if (!found) console.error(`"${search}" finds ${first.join(", ") || "nothing"}, not ${places}`);
    return !found;
  });
  console.log(`${Object.keys(SEARCHES).length} searches, ${missed.length} missed`);
  process.exitCode = missed.length > 0 ? 1 : 0;
}
