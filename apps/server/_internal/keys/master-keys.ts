import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { DpError } from "../../../../src/errors.js";
import { readKeyFile, writeKeyFile } from "./key-files.js";

/** A master key with its name. */
export interface MasterKey {
  readonly id: string;
  readonly key: Uint8Array;
}

/** The folder of master keys: round keys are kept wrapped under one of them. Keep it out of every backup. */
export interface MasterKeys {
  /** The newest; made where there is none. */
  current(): MasterKey;
  /** @throws DpError DATA_UNREADABLE it is not there: it was unlinked, and what it wrapped is erased */
  find(id: string): Uint8Array;
  make(): MasterKey;
  /** Unlinks all but one: what they wrapped and nobody wrapped anew cannot be read any more. */
  keepOnly(id: string): void;
  /** When the newest was made, milliseconds since 1970. */
  age(): number;
}

const NAME = /^master-(\d{6}-[0-9a-f]{8})\.key$/;

/** Master keys in the files of a folder, numbered. */
export function masterKeys(folder: string): MasterKeys {
  const ids = (): readonly string[] =>
    existsSync(folder)
      ? readdirSync(folder)
          .flatMap((name) => NAME.exec(name)?.[1] ?? [])
          .sort()
      : [];
  const pathOf = (id: string): string => join(folder, `master-${id}.key`);
  const make = (): MasterKey => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const number = Number(ids().at(-1)?.split("-")[0] ?? 0) + 1;
    const id = `${String(number).padStart(6, "0")}-${randomBytes(4).toString("hex")}`;
    const key = new Uint8Array(randomBytes(32));
    writeKeyFile(pathOf(id), key);
    return { id, key };
  };
  return {
    current() {
      const id = ids().at(-1);
      return id === undefined ? make() : { id, key: readKeyFile(pathOf(id)) };
    },
    find(id) {
      if (ids().includes(id)) return readKeyFile(pathOf(id));
      const message = `master key: ${id} is not in ${folder}; it was rotated away, and what it wrapped is erased`;
      throw new DpError("DATA_UNREADABLE", message, { parameter: "master key", value: id });
    },
    make,
    keepOnly(id) {
      for (const each of ids()) if (each !== id) rmSync(pathOf(each));
    },
    age: () => statSync(pathOf(ids().at(-1)!)).mtimeMs,
  };
}
