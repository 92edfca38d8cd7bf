/** Compiles assembly/ to dist/kernels.wasm when its sources are newer. */
import { mkdirSync, readdirSync, renameSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = `${root}dist/kernels.wasm`;
const inputs = [
  fileURLToPath(import.meta.url),
  ...readdirSync(`${root}assembly`).map((name) => `${root}assembly/${name}`),
];

function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

if (modified(target) <= Math.max(...inputs.map(modified))) {
  mkdirSync(`${root}dist`, { recursive: true });
  const options = ["-O3", "--enable", "simd", "--runtime", "stub", "--noAssert", "--importMemory"];
  const { error, stderr } = await asc.main([
    "assembly/index.ts",
    "--baseDir",
    root,
    "--outFile",
    "dist/kernels.wasm.new",
    ...options,
  ]);
  if (error) {
    console.error(stderr.toString());
    process.exit(1);
  }
  renameSync(`${target}.new`, target);
}
