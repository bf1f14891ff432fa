// Opens each example of web/site in headless Chromium, presses a key in it, and passes when pixels of each move and each
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

/** How many pixels of two pictures differ. */
function difference(one, two) {
  let count = 0;
  for (let at = 0; at < one.data.length; at += 4) {
    const apart = [0, 1, 2].some((channel) => Math.abs(one.data[at + channel] - two.data[at + channel]) > 24);
    count += apart ? 1 : 0;
  }
  return count;
}

/** What is pressed in each example, and what its console says. */
const examples = {
  arena: { key: "Digit2", event: / touches .* deep/ },
  platformer: { key: "Space", event: /on a (tile|belt|lift|platform)|rising|falling/ },
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
  const shoot = async () => PNG.sync.read(await canvas.screenshot());
  const before = failures.length;

  // Something has been drawn when the picture is not of one colour.
  const drawn = await until(240, async () => {
    const { data } = await shoot();
    return data.some((value, at) => at % 4 < 3 && Math.abs(value - data[at % 4]) > 24);
  });
  if (!drawn) failures.push(`${name} drew nothing`);

  // A click into the dark between the shapes gives it the keys.
  await canvas.click({ position: { x: 700, y: 600 } });
  const first = await shoot();
  await page.keyboard.down(key);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await page.keyboard.up(key);
  let last = first;
  const moved = await until(120, async () => {
    last = await shoot();
    return difference(first, last);
  });
  await writeFile(join(site, `${name}.png`), PNG.sync.write(last));
  if (moved) console.log(`${name}: ${moved} pixels moved after ${key}`);
  else failures.push(`no pixel of ${name} moved`);

  const line = await until(120, () => lines.find((line) => event.test(line)));
  if (line) console.log(`${name}: ${line}`);
  else failures.push(`${name} told no event in the console`);

  if (failures.length > before) console.error(lines.slice(-30).join("\n"));
  await page.close();
}

await browser.close();
server.close();
for (const failure of failures) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);
