/** Compiles assembly/ to kernels.wasm, beside the module that loads it, when its sources are newer. */
import { mkdirSync, readdirSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = "dist/src/tensor/kernels.wasm";
const inputs = [
  fileURLToPath(import.meta.url),
  ...readdirSync(`${root}assembly`).map((name) => `${root}assembly/${name}`),
];

function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

if (modified(root + target) <= Math.max(...inputs.map(modified))) {
  mkdirSync(dirname(root + target), { recursive: true });
  const options = ["-O3", "--enable", "simd", "--runtime", "stub", "--noAssert", "--importMemory"];
  const { error, stderr } = await asc.main([
    "assembly/index.ts",
    "--baseDir",
    root,
    "--outFile",
    `${target}.new`,
    ...options,
  ]);
  if (error) {
    console.error(stderr.toString());
    process.exit(1);
  }
  renameSync(`${root}${target}.new`, root + target);
}
