/**
 * The package holds no sources or tests: its documents lose their links to them, and package.json the script
 * that builds from them, of which npm warns at each install. `rewrite`, before packing, changes the files in
 * place and keeps their originals in dist/, from where `restore` puts them back after it.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { withoutBrokenLinks } from "./build/without-broken-links.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const ORIGINALS = join(ROOT, "dist/unpacked-documents");

/** The paths of all files that the package will hold. */
function packedFiles() {
  const [pack] = JSON.parse(
    execFileSync("npm", ["pack", "--dry-run", "--ignore-scripts", "--json"], { cwd: ROOT }),
  );
  return pack.files.map(({ path }) => path);
}

function restore() {
  if (existsSync(ORIGINALS)) cpSync(ORIGINALS, ROOT, { recursive: true });
  rmSync(ORIGINALS, { recursive: true, force: true });
}

/** Changes a text in place; its original is kept. */
function replace(path, change) {
  const text = readFileSync(join(ROOT, path), "utf8");
  cpSync(join(ROOT, path), join(ORIGINALS, path));
  writeFileSync(join(ROOT, path), change(text));
}

/** `prepare` is what npm runs after an install of the repository alone. */
function withoutPrepare(text) {
  const { scripts, ...manifest } = JSON.parse(text);
  const { prepare: _, ...kept } = scripts;
  return `${JSON.stringify({ ...manifest, scripts: kept }, null, 2)}\n`;
}

function rewrite() {
  const files = packedFiles();
  for (const path of files.filter((each) => each.endsWith(".md"))) {
    replace(path, (text) => withoutBrokenLinks(text, dirname(path), files));
  }
  replace("package.json", withoutPrepare);
}

restore();
if (process.argv[2] === "rewrite") rewrite();
