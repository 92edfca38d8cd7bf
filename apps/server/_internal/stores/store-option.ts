import { accessSync, constants } from "node:fs";
import { dirname, resolve } from "node:path";
import { Option } from "commander";
import { DpError } from "../../../../src/errors.js";

/** Where a party keeps everything: names that begin with the one that was given. */
export interface StorePaths {
  /** The shuffler's database; its rounds' files bear its name. */
  readonly shuffler: string;
  /** The analyzer's database. */
  readonly ledger: string;
  /** The second record of how far its ledgers were. */
  readonly head: string;
  /** The folder of private keys: signing keys and master keys. */
  readonly keys: string;
  /** The signed study of a single operator. */
  study(name: string): string;
}

const FORM = /^sqlite:(.+)$/;

/** `--store`. */
export function storeOption(): Option {
  return new Option(
    "--store <store>",
    "where everything is kept: sqlite: and a file's name, with which all files begin",
  )
    .default(storePaths("sqlite:croupier-server.db"), "sqlite:croupier-server.db")
    .argParser(storePaths);
}

/**
 * The files of a store.
 *
 * @throws DpError BAD_INPUT it is not `sqlite:FILE`, or its folder is not there or closed
 */
export function storePaths(text: string): StorePaths {
  const file = FORM.exec(text)?.[1];
  if (file === undefined) throw wrongStore(text, "sqlite:FILE, since other databases come later");
  const path = resolve(file);
  try {
    accessSync(`${dirname(path)}/`, constants.W_OK);
  } catch (cause) {
    throw wrongStore(text, "in a folder that is there and can be written", cause);
  }
  return {
    shuffler: path,
    ledger: `${path}-ledger`,
    head: `${path}-ledger-head`,
    keys: `${path}-keys`,
    study: (name) => `${path}-study-${name}.json`,
  };
}

function wrongStore(value: string, allowed: string, cause?: unknown): DpError {
  return new DpError(
    "BAD_INPUT",
    `--store must be ${allowed}, got ${value}`,
    { parameter: "--store", value, allowed },
    cause,
  );
}
