import { requireNode } from "../../../tensor/node-builtin.js";
import { joinPath, nodeFiles } from "./node-files.js";
import { unreadable } from "./unreadable.js";

/** Where a package's data are, and what to call them in reports. */
export interface PackagePlace {
  readonly directory: string;
  readonly source: string;
}

/**
 * Finds the data of a package that stands beside this one or in the working folder.
 *
 * @param otherwise what would do instead of installing it, for the refusal
 */
export function findPackage(name: string, otherwise: string): PackagePlace {
  const { readFileSync } = nodeFiles();
  const { createRequire } = requireNode<typeof import("node:module")>("node:module");
  try {
    const paths = [import.meta.dirname, process.cwd()]; // npx keeps this package away from the user's own
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`, { paths });
    const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
    return { directory: joinPath(manifest, "../data"), source: `npm ${name} ${version}` };
  } catch (cause) {
    throw unreadable(
      `npm package ${name}`,
      "is not installed",
      `it installed (npm install ${name}), or ${otherwise}`,
      cause,
    );
  }
}
