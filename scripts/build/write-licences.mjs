import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;

/** Writes one file with the licences and notices of the packages that some files come from, and those in the files themselves, each once. */
export function writeLicences(files, root, target, inFiles) {
  const folders = new Set(files.flatMap((file) => file.match(PACKAGE) ?? []));
  const namesOf = new Map();
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    const text = licenceOf(join(root, folder));
    namesOf.set(text, [...(namesOf.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const parts = [...namesOf].map(([text, names]) => `${names.join("\n")}\n\n${text}\n`);
  const head = "This package contains code of these packages, under the licences that follow their names.\n";
  const notices = `Notices in the source files of these packages:\n\n${[...new Set(inFiles)].sort().join("\n\n\n")}\n`;
  writeFileSync(join(root, target), [head, ...parts, notices].join(`\n${"-".repeat(80)}\n\n`));
}

/** A package's licence and notice files, or what its README says under "License". */
function licenceOf(folder) {
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|notice|copying)/i.test(name));
  const texts = names.sort().map((name) => readFileSync(join(folder, name), "utf8").trim());
  if (texts.length > 0) return texts.join("\n\n");
  const [, section] =
    readFileSync(join(folder, "README.md"), "utf8").match(/^#+ licen[cs]e\s+([^#]*)/im) ?? [];
  if (section === undefined) throw new Error(`${folder}: no licence to be found`);
  return section.trim();
}
