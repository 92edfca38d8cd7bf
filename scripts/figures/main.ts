/**
 * `npm run figures [-- NAME ...]`: computes the figures of `docs/figures/` anew, each as SVG and as the
 * numbers behind it.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { drawFigure } from "./draw-figure.js";
import { FIGURES } from "./figures.js";

const FOLDER = fileURLToPath(new URL("../../../docs/figures/", import.meta.url));
const DIGITS = 6;

mkdirSync(FOLDER, { recursive: true });
const wanted = process.argv.slice(2);
for (const { name, compute } of FIGURES) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const start = performance.now();
  const text = JSON.stringify(await compute(), rounded, 1);
  writeFileSync(`${FOLDER}${name}.json`, `${text}\n`);
  writeFileSync(`${FOLDER}${name}.svg`, drawFigure(JSON.parse(text)));
  console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

function rounded(_key: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(DIGITS)) : value;
}
