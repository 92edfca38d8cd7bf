import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { MasterKey } from "../../../../src/federated/analyzer/analyzer.js";
import { readKeyFile, writeKeyFile } from "./key-files.js";

/** The folder of master keys: round keys are kept wrapped under one of them. Keep it out of every backup. */
export interface MasterKeys {
  /**
   * All that are there, the newest first; one is made where there is none. After a rotation that was not
   * finished there are two.
   */
  all(): readonly MasterKey[];
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
    all() {
      if (ids().length === 0) make();
      return [...ids()].reverse().map((id) => ({ id, key: readKeyFile(pathOf(id)) }));
    },
    make,
    keepOnly(id) {
      for (const each of ids()) if (each !== id) rmSync(pathOf(each));
    },
    age: () => statSync(pathOf(ids().at(-1)!)).mtimeMs,
  };
}
