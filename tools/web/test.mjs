// Tests tools/web/site: opens each example in headless Chromium and presses a key. Passes if the picture of each changes and
// each logs an event to the console.
//
//     tools/web/build.sh && (cd tools/web && npm install && node test.mjs)
//
// CHROMIUM is the path of the browser, by default /usr/bin/chromium. Writes the last pictures to tools/web/site/*.png.
import { createServer } from "node:http";
import { readFile, writeFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { PNG } from "pngjs";

const site = fileURLToPath(new URL("site/", import.meta.url));
const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
const server = createServer(async (request, response) => {
  const requested = normalize(decodeURIComponent(new URL(request.url, "http://site").pathname));
  const path = requested === "/" ? "/index.html" : requested;
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
const failures = [];

/** Waits until a condition holds, for at most some seconds, and returns its last result. */
async function until(seconds, condition) {
  const end = Date.now() + 1000 * seconds;
  for (;;) {
    const result = await condition();
    if (result || Date.now() > end) return result;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Returns the number of pixels in which two pictures differ. */
function difference(one, two) {
  let count = 0;
  for (let at = 0; at < one.data.length; at += 4) {
    const differs = [0, 1, 2].some((channel) => Math.abs(one.data[at + channel] - two.data[at + channel]) > 24);
    count += differs ? 1 : 0;
  }
  return count;
}

/** The key that is pressed in each example, and a pattern of the line that it logs. */
const examples = {
  arena: { key: "Digit2", event: / touches .* deep/ },
  platformer: { key: "Space", event: /platformer\.rs.* (on an? |rising|falling)/ },
  queries: { key: "KeyR", event: /room for the house/ },
  stepper: { key: "Period", event: /step \d+ of \d+/ },
};

for (const [name, { key, event }] of Object.entries(examples)) {
  const page = await browser.newPage({ viewport: { width: 1300, height: 900 } });
  const lines = [];
  page.on("console", (message) => lines.push(message.text()));
  page.on("pageerror", (error) => lines.push(`error: ${error}`));
  await page.goto(`http://127.0.0.1:${server.address().port}/?example=${name}`);
  const canvas = page.locator(`#${name}`);
  // Without a graphics card, a picture may take a minute.
  const screenshot = async () => PNG.sync.read(await canvas.screenshot({ timeout: 240_000 }));
  const before = failures.length;

  // The example has drawn something if the picture has more than one colour.
  const drawn = await until(240, async () => {
    const { data } = await screenshot();
    return data.some((value, at) => at % 4 < 3 && Math.abs(value - data[at % 4]) > 24);
  });
  if (!drawn) failures.push(`${name} drew nothing`);

  // Clicks on the background, which gives the example the keyboard focus.
  await canvas.click({ position: { x: 700, y: 600 } });
  const first = await screenshot();
  await page.keyboard.down(key);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await page.keyboard.up(key);
  let last = first;
  const changed = await until(120, async () => {
    last = await screenshot();
    return difference(first, last);
  });
  await writeFile(join(site, `${name}.png`), PNG.sync.write(last));
  if (changed) console.log(`${name}: ${changed} pixels changed after ${key}`);
  else failures.push(`${name} did not change its picture`);

  const line = await until(120, () => lines.find((line) => event.test(line)));
  if (line) console.log(`${name}: ${line}`);
  else failures.push(`${name} logged no event to the console`);

  if (failures.length > before) console.error(lines.slice(-30).join("\n"));
  await page.close();
}

await browser.close();
server.close();
for (const failure of failures) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);
