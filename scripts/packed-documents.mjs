/**
 * The package holds no sources or tests: its documents lose their links to them. `rewrite`, before packing, changes the documents in
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

function rewrite() {
  const files = packedFiles();
  for (const path of files.filter((each) => each.endsWith(".md"))) {
    const text = readFileSync(join(ROOT, path), "utf8");
    cpSync(join(ROOT, path), join(ORIGINALS, path));
    writeFileSync(join(ROOT, path), withoutBrokenLinks(text, dirname(path), files));
  }
}

restore();
if (process.argv[2] === "rewrite") rewrite();
