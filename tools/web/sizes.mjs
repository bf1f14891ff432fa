// Prints the sizes of a file as web servers compress it: `node sizes.mjs FILE`.
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const bytes = readFileSync(process.argv[2]);
const brotli = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
console.log(`gzip: ${gzipSync(bytes, { level: 9 }).length} bytes`);
console.log(`brotli: ${brotliCompressSync(bytes, brotli).length} bytes`);
