import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Ten kilobytes that many licence files contain, with notices of their own around it. */
const APACHE = /^ *Apache License\n *Version 2\.0[\s\S]*?^ *END OF TERMS AND CONDITIONS$/m;

const SEE_ABOVE = "Apache License, Version 2.0: its terms and conditions stand in full above, once for all.";

const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;

/**
 * Writes one file with the licences and notices of the packages that some files come from, and those in the
 * files themselves, each once; the text of the Apache License stands in the first that has it.
 */
export function writeLicences(files, root, target, inFiles) {
  const folders = new Set(files.flatMap((file) => file.match(PACKAGE) ?? []));
  const namesOf = new Map();
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    const text = licenceOf(join(root, folder));
    namesOf.set(text, [...(namesOf.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const apache = [...namesOf.keys()].find((text) => APACHE.test(text))?.match(APACHE)[0];
  const parts = [...namesOf].map(([text, names]) => `${names.join("\n")}\n\n${text}\n`);
  const first = parts.findIndex((part) => part.includes(apache));
  const short = parts.map((part, i) => (i === first ? part : part.replace(apache, SEE_ABOVE)));
  const head = "This package contains code of these packages, under the licences that follow their names.\n";
  const notices = `Notices in the source files of these packages:\n\n${[...new Set(inFiles)].sort().join("\n\n\n")}\n`;
  writeFileSync(join(root, target), [head, ...short, notices].join(`\n${"-".repeat(80)}\n\n`));
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
