import { checkOptions, wrongShape } from "../../../validate.js";

/** The directory that a loader's options name. */
export function checkDirectory(where: string, options: { readonly directory?: string }): string {
  const { directory } = checkOptions(where, options);
  if (typeof directory === "string" && directory !== "" && !directory.includes("\0")) return directory;
  throw wrongShape(`${where}: directory`, directory, "the path of a folder");
}
