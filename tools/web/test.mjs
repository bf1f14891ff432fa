// Tests tools/web/site: opens each example in headless Chromium and presses a key. Passes if the picture of each changes, those
// that log events log one to the console, and the page fits a phone, whose buttons are keys.
//
//     tools/web/build.sh && (cd tools/web && npm install && node test.mjs)
//     node test.mjs arena stepper     # only these, and the phone
//
// CHROMIUM is the path of the browser, by default /usr/bin/chromium. Writes the last pictures to tools/web/site/*.png.
import { createServer } from "node:http";
import { readFile, writeFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { PNG } from "pngjs";

const site = fileURLToPath(new URL("site/", import.meta.url));
const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
// Compressed, as a web server sends it: the page then has to know its size.
const module = gzipSync(await readFile(join(site, "examples_bg.wasm")), { level: 6 });
const server = createServer(async (request, response) => {
  const requested = normalize(decodeURIComponent(new URL(request.url, "http://site").pathname));
  const path = requested === "/" ? "/index.html" : requested;
  try {
    const compressed = path === "/examples_bg.wasm" ? { "content-encoding": "gzip" } : {};
    const body = path === "/examples_bg.wasm" ? module : await readFile(join(site, path));
    const type = types[extname(path)] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type, ...compressed }).end(body);
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

/** The key that is pressed in each example, and a pattern of the line that it logs, if it logs any. */
const examples = {
  arena: { key: "Digit2", event: / touches .* deep/ },
  platformer: { key: "Space", event: /examples\/platformer\.rs.*(on |rising|falling)/ },
  queries: { key: "KeyR", event: /room for the house/ },
  stepper: { key: "Period", event: /step \d+ of \d+/ },
  walker: { key: "F1", event: /examples\/walker\.rs.*(on the |in the air)/ },
  bullets: { key: "F1" },
  triggers: { key: "F1" },
  top_down: { key: "F1" },
  layers: { key: "KeyQ" },
};
const asked = process.argv.slice(2);
const url = (name) => `http://127.0.0.1:${server.address().port}/?example=${name}`;

/** Returns whether a picture has more than one colour: the example has drawn something. */
function isDrawn({ data }) {
  return data.some((value, at) => at % 4 < 3 && Math.abs(value - data[at % 4]) > 24);
}

for (const [name, { key, event }] of Object.entries(examples)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const page = await browser.newPage({ viewport: { width: 1300, height: 900 } });
  const lines = [];
  page.on("console", (message) => lines.push(message.text()));
  page.on("pageerror", (error) => lines.push(`error: ${error}`));
  await page.goto(url(name));
  const canvas = page.locator(`#${name}`);
  // Without a graphics card, a picture may take a minute.
  const screenshot = async () => PNG.sync.read(await canvas.screenshot({ timeout: 240_000 }));
  const before = failures.length;

  const started = await until(240, () => page.locator("#loading").isHidden());
  if (!started) {
    failures.push(`${name} did not start: ${lines.at(-1)}`);
    await page.close();
    continue;
  }
  const drawn = await until(240, async () => isDrawn(await screenshot()));
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

  if (event) {
    const line = await until(120, () => lines.find((line) => event.test(line)));
    if (line) console.log(`${name}: ${line}`);
    else failures.push(`${name} logged no event to the console`);
  }
  await page.screenshot({ path: join(site, `page-${name}.png`), timeout: 240_000 });

  if (failures.length > before) console.error(lines.slice(-30).join("\n"));
  await page.close();
}

/** Opens an example on a screen as wide as a phone's, watches the bar, and presses a key by its button. */
async function testPhone() {
  const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, hasTouch: true, isMobile: true };
  const page = await browser.newPage(phone);
  await page.addInitScript(() => {
    const values = (window.barValues = []);
    const watch = () => {
      const bar = document.querySelector("progress");
      if (bar?.hasAttribute("max") && bar.value !== values.at(-1)) values.push(bar.value);
      window.barMax = bar?.max;
      requestAnimationFrame(watch);
    };
    requestAnimationFrame(watch);
  });
  await page.goto(url("platformer"));
  const canvas = page.locator("#platformer");
  const screenshot = async () => PNG.sync.read(await canvas.screenshot({ timeout: 240_000 }));
  const started = await until(240, () => page.locator("#loading").isHidden());
  if (!started) failures.push("phone: platformer did not start");
  if (!(await until(240, async () => isDrawn(await screenshot())))) failures.push("phone: platformer drew nothing");

  const width = await page.evaluate(() => document.scrollingElement.scrollWidth);
  if (width > 390) failures.push(`phone: the page is ${width} pixels wide`);
  const box = await canvas.boundingBox();
  if (box.x < 0 || box.x + box.width > 390 || Math.abs(box.height - (box.width * 9) / 16) > 1) {
    failures.push(`phone: the canvas is at ${JSON.stringify(box)}`);
  }
  const { values, max, all } = await page.evaluate(() => {
    return { values: window.barValues, max: window.barMax, all: Number(document.documentElement.dataset.bytes) };
  });
  const grows = values.every((value, at) => at === 0 || value > values[at - 1]);
  if (!all || max !== all || values.length < 1 || values.at(-1) > all || !grows) {
    failures.push(`phone: the bar went ${values} of ${max}, and the module has ${all} bytes`);
  }
  console.log(`phone: the bar had ${values.length} places`);

  const overlay = page.locator("button[data-code=F1]");
  await overlay.scrollIntoViewIfNeeded();
  const first = await screenshot();
  const at = await overlay.boundingBox();
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await page.mouse.down();
  await new Promise((resolve) => setTimeout(resolve, 300));
  await page.mouse.up();
  const changed = await until(120, async () => difference(first, await screenshot()));
  if (!changed) failures.push("phone: the button of F1 does nothing");
  await page.screenshot({ path: join(site, "phone.png"), timeout: 240_000 });
  await page.close();
}
await testPhone();

await browser.close();
server.close();
for (const failure of failures) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);
