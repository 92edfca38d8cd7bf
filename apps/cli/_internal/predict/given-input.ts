import { createReadStream } from "node:fs";
import { DpError } from "../../../../src/errors.js";

/** Where the input may come from; one of them is given. */
export interface InputFlags {
  readonly text?: string;
  readonly file?: string;
  readonly image?: string;
}

/** What is to be predicted about, and what to call it in messages. */
export type GivenInput =
  | { readonly kind: "text"; readonly name: string; readonly text: string }
  | { readonly kind: "picture"; readonly name: string; readonly bytes: Uint8Array };

/** Against files that never end, as /dev/zero; no model here reads as much. */
const MAX_BYTES = 2 ** 26;

/** The input that the command line gives, once. */
export async function givenInput(operand: string | undefined, flags: InputFlags): Promise<GivenInput> {
  const { text, file, image } = flags;
  if (operand !== undefined && operand !== "-")
    throw badInput("an argument", operand, "- for standard input");
  const given = [text, file, image, operand].filter((each) => each !== undefined);
  if (given.length !== 1) {
    throw badInput(
      "predict: the input",
      given.join(", "),
      "given once, by --text, --file, --image or - for standard input",
    );
  }
  if (text !== undefined) return { kind: "text", name: "--text", text };
  if (image !== undefined) return { kind: "picture", ...(await readInput(`--image ${image}`, image)) };
  const { name, bytes } = await readInput(file === undefined ? "standard input" : `--file ${file}`, file);
  return { kind: "text", name, text: utf8(name, bytes) };
}

/** A file's bytes, or those of standard input. */
async function readInput(name: string, path: string | undefined): Promise<{ name: string; bytes: Buffer }> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of path === undefined ? process.stdin : createReadStream(path)) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES / 2 ** 20} MiB`);
    }
  } catch (cause) {
    throw unreadable(name, `cannot be read: ${(cause as Error).message}`, cause);
  }
  return { name, bytes: Buffer.concat(chunks) };
}

function utf8(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw unreadable(name, "must be text in UTF-8", cause);
  }
}

function unreadable(name: string, problem: string, cause: unknown): DpError {
  const allowed = "a file of at most 64 MiB";
  return new DpError(
    "DATA_UNREADABLE",
    `${name} ${problem}`,
    { parameter: name, value: name, allowed },
    cause,
  );
}

function badInput(parameter: string, value: string, allowed: string): DpError {
  const got = value === "" ? "" : `, got ${value}`;
  return new DpError("BAD_INPUT", `${parameter} must be ${allowed}${got}`, { parameter, value, allowed });
}
