import { accessSync, constants } from "node:fs";
import { dirname, resolve } from "node:path";
import { Option } from "commander";
import { DpError } from "../../../../src/errors.js";
import { isPostgres, postgresUrls } from "./open-shuffler-store.js";

/** Where a party keeps everything: names that begin with the one that was given. */
export interface StorePaths {
  /**
   * The shuffler's database: a file, whose name its rounds' files bear, or URLs of PostgreSQL with commas
   * between them.
   */
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
const SQLITE = "sqlite:FILE";
const POSTGRES = "postgres://user@host/database";
const DEFAULT = "sqlite:croupier-server.db";

/** `--store`. */
export function storeOption(): Option {
  return new Option(
    "--store <store>",
    "where everything is kept: sqlite: and a file's name, with which all files begin",
  )
    .default(storePaths(DEFAULT), DEFAULT)
    .argParser((text) => storePaths(text));
}

/** `--store` of a command that runs a shuffler. */
export function shufflerStoreOption(): Option {
  return new Option(
    "--store <store>",
    "sqlite: and a file's name, with which all files begin; or postgres://user@host/database for what the shuffler keeps, with the other files as by default; several URLs with commas between them, the first one first for ever, spread the reports",
  )
    .default(storePaths(DEFAULT), DEFAULT)
    .argParser(readShufflerStore);
}

/**
 * Where a shuffler keeps everything.
 *
 * @throws DpError BAD_INPUT it is neither `sqlite:FILE` nor URLs of PostgreSQL
 */
export function readShufflerStore(text: string): StorePaths {
  return isPostgres(text)
    ? { ...storePaths(DEFAULT), shuffler: checkedUrls(text) }
    : storePaths(text, `${SQLITE} or ${POSTGRES}`);
}

function checkedUrls(store: string): string {
  const isUrl = (url: string): boolean => URL.canParse(url) && new URL(url).pathname.length > 1;
  if (postgresUrls(store).every(isUrl)) return store;
  throw wrongUrl(`${POSTGRES}, or several with commas between them`);
}

/**
 * The files of a store.
 *
 * @throws DpError BAD_INPUT it is not `sqlite:FILE`, or its folder is not there or closed
 */
export function storePaths(text: string, allowed: string = SQLITE): StorePaths {
  const file = FORM.exec(text)?.[1];
  if (file === undefined) throw text.includes("://") ? wrongUrl(allowed) : wrongStore(text, allowed);
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

/** A password may stand in a URL: it is in no error. */
function wrongUrl(allowed: string): DpError {
  const details = { parameter: "--store", value: undefined, allowed };
  return new DpError("BAD_INPUT", `--store must be ${allowed}, is another URL`, details);
}

function wrongStore(value: string, allowed: string, cause?: unknown): DpError {
  return new DpError(
    "BAD_INPUT",
    `--store must be ${allowed}, got ${value}`,
    { parameter: "--store", value, allowed },
    cause,
  );
}
