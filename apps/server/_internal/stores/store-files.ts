import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * Where a store's files stand: all bear the name of its database, with numbers that the store itself counts.
 */
export interface StoreFiles {
  readonly database: string;
  /** The file of a round that collects. */
  round(file: number): string;
  /** The batch of a slot. */
  batch(file: number, slot: number): string;
  /** Files of rounds and batches that are there, by the number of their round. */
  listed(): readonly ListedFile[];
}

/** A file of a round. */
export interface ListedFile {
  readonly path: string;
  readonly file: number;
  readonly isBatch: boolean;
}

/** The names of a store's files. */
export function storeFiles(database: string): StoreFiles {
  const prefix = `${basename(database)}-round-`;
  const listed = (): readonly ListedFile[] =>
    readdirSync(dirname(database))
      .filter((name) => name.startsWith(prefix))
      .flatMap((name) => {
        const found = /^(\d+)(-slot-\d+\.batch(?:\.partial)?|\.db(?:-wal|-shm|-journal)?)$/.exec(
          name.slice(prefix.length),
        );
        if (found === null) return [];
        const isBatch = found[2]!.startsWith("-slot");
        return [{ path: join(dirname(database), name), file: Number(found[1]), isBatch }];
      });
  return {
    database,
    round: (file) => `${database}-round-${file}.db`,
    batch: (file, slot) => `${database}-round-${file}-slot-${slot}.batch`,
    listed,
  };
}
