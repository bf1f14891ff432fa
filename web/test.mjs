// Opens web/site in headless Chromium, and passes when each example has drawn something that moves, and the arena
// has told an event in the console.
//
//     web/build.sh && (cd web && npm install && node test.mjs)
//
// CHROMIUM names the browser, /usr/bin/chromium unless set. The pictures are left in web/site/*.png.
import { createServer } from "node:http";
import { readFile, writeFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { PNG } from "pngjs";

const site = fileURLToPath(new URL("site/", import.meta.url));
const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
const server = createServer(async (request, response) => {
  const asked = normalize(decodeURIComponent(new URL(request.url, "http://site").pathname));
  const path = asked === "/" ? "/index.html" : asked;
  try {
    const body = await readFile(join(site, path));
    response.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
});
const page = await browser.newPage({ viewport: { width: 1300, height: 1800 } });
const lines = [];
page.on("console", (message) => lines.push(message.text()));
page.on("pageerror", (error) => lines.push(`error: ${error}`));
await page.goto(`http://127.0.0.1:${server.address().port}/`);

const failures = [];

/** Waits until a condition holds, up to some seconds; gives what it gave last. */
async function until(seconds, condition) {
  const end = Date.now() + 1000 * seconds;
  for (;;) {
    const result = await condition();
    if (result || Date.now() > end) return result;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

const event = await until(240, () => lines.find((line) => / touches .* deep/.test(line)));
if (event) console.log(`event: ${event}`);
else failures.push("the arena told no event in the console");

/** How many pixels of two pictures differ. */
function difference(one, two) {
  let count = 0;
  for (let at = 0; at < one.data.length; at += 4) {
    const apart = [0, 1, 2].some((channel) => Math.abs(one.data[at + channel] - two.data[at + channel]) > 24);
    count += apart ? 1 : 0;
  }
  return count;
}

for (const name of ["arena", "stepper"]) {
  const canvas = page.locator(`#${name}`);
  const shoot = async () => PNG.sync.read(await canvas.screenshot());
  const first = await shoot();
  let last = first;
  const moved = await until(120, async () => {
    last = await shoot();
    return difference(first, last);
  });
  await writeFile(join(site, `${name}.png`), PNG.sync.write(last));
  if (moved) console.log(`${name}: ${moved} pixels moved`);
  else failures.push(`no pixel of ${name} moved`);
}

await browser.close();
server.close();
for (const failure of failures) console.error(failure);
if (failures.length > 0) {
  console.error(lines.slice(-30).join("\n"));
  process.exit(1);
}
