import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

const SUFFIX = ".LEGAL.txt";

/**
 * The notices in the source files of what is bundled: esbuild lays them beside each bundle, from where they
 * are taken away.
 */
export function takeNotices(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith(SUFFIX));
  return files.flatMap((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    rmSync(join(folder, name));
    return noticesIn(text);
  });
}

/**
 * The comments of a list: each stands below the name of its file, indented, and without the asterisks of its
 * lines. Parts of a comment, with two empty lines between, are notices by themselves: many files share one.
 */
function noticesIn(list) {
  const comments = list.match(/\/\*[\s\S]*?\*\//g) ?? [];
  return comments.flatMap((comment) =>
    comment
      .slice(2, -2)
      .replace(/^[ \t]*[*!]+ ?|[ \t\r]+$/gm, "")
      .trim()
      .split(/\n{3,}/),
  );
}
