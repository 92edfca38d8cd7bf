import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { DpError } from "../../../../src/errors.js";

/** Where the input may come from; one of them is given. */
export interface InputFlags {
  readonly text?: string;
  readonly file?: string;
  readonly image?: string;
}

/** What is to be predicted about. */
export type GivenInput =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "picture"; readonly file: string; readonly bytes: Uint8Array };

/** The input that the command line gives, once. */
export async function givenInput(operand: string | undefined, flags: InputFlags): Promise<GivenInput> {
  const { text: direct, file, image } = flags;
  if (operand !== undefined && operand !== "-")
    throw badInput("an argument", operand, "- for standard input");
  const given = [direct, file, image, operand].filter((each) => each !== undefined);
  if (given.length !== 1) {
    throw badInput(
      "predict: the input",
      given.join(", "),
      "given once, by --text, --file, --image or - for standard input",
    );
  }
  if (image !== undefined) return { kind: "picture", file: image, bytes: readBytes("--image", image) };
  if (file !== undefined) return { kind: "text", text: utf8(`--file ${file}`, readBytes("--file", file)) };
  return { kind: "text", text: direct ?? (await text(process.stdin)) };
}

function readBytes(flag: string, path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (cause) {
    const message = `${flag} ${path} cannot be read: ${(cause as Error).message}`;
    throw new DpError("DATA_UNREADABLE", message, { parameter: flag, value: path, allowed: "a file" }, cause);
  }
}

function utf8(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new DpError(
      "DATA_UNREADABLE",
      `${name} must be text in UTF-8`,
      { parameter: name, value: name },
      cause,
    );
  }
}

function badInput(parameter: string, value: string, allowed: string): DpError {
  const got = value === "" ? "" : `, got ${value}`;
  return new DpError("BAD_INPUT", `${parameter} must be ${allowed}${got}`, { parameter, value, allowed });
}
