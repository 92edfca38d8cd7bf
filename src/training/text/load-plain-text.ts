import { checkOptions, wrongShape } from "../../validate.js";
import { joinPath, nodeFiles } from "../data/_internal/node-files.js";
import { unreadable } from "../data/_internal/unreadable.js";
import { readText } from "./_internal/read-text.js";
import type { PlainTexts } from "./plain-texts.js";

/**
 * Loads plain text in UTF-8: a folder with `train.txt` and `test.txt`, or one file, of which the lines after
 * nine tenths of its characters are the test split.
 *
 * @param options.path the folder or the file
 * @returns one text in each split
 * @throws DpError DATA_UNREADABLE a file is missing, empty or not UTF-8, or one file has no line end in its
 *   last tenth; UNSUPPORTED in a web page; BAD_INPUT the path is none
 */
export async function loadPlainText(options: { readonly path: string }): Promise<PlainTexts> {
  const { path } = checkOptions("loadPlainText", options);
  if (typeof path !== "string" || path === "" || path.includes("\0")) {
    throw wrongShape("loadPlainText: path", path, "the path of a file or a folder");
  }
  const isFolder = nodeFiles().statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder) return { ...split(await readSome(path), path), source: path };
  const train = joinPath(path, "train.txt");
  const test = joinPath(path, "test.txt");
  return { train: [await readSome(train)], test: [await readSome(test)], source: path };
}

async function readSome(file: string): Promise<string> {
  const text = await readText(file, "plain text");
  if (text.trim() === "") throw unreadable(file, "is empty", "plain text");
  return text;
}

function split(text: string, path: string): Pick<PlainTexts, "train" | "test"> {
  const end = text.indexOf("\n", Math.floor(text.length * 0.9)) + 1;
  const train = text.slice(0, end);
  const test = text.slice(end);
  if (train.trim() !== "" && test.trim() !== "") return { train: [train], test: [test] };
  throw unreadable(
    path,
    "has no two lines to split",
    "lines in its last tenth, or a folder with train.txt and test.txt",
  );
}
