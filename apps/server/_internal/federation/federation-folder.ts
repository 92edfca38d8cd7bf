import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DpError } from "../../../../src/errors.js";

/** Where the parties of a federation keep what they keep, each in a folder of its own. */
export interface FederationFolder {
  /** Of a party; made where there is none. */
  of(party: string): string;
  /** File of the signed study, which all of them read. */
  readonly study: string;
  /** Removes it, unless it is to be kept. */
  remove(): void;
}

/**
 * A temporary folder, or one that is kept.
 *
 * @throws DpError BAD_INPUT the one to keep cannot be made, or holds something
 */
export function federationFolder(kept: string | undefined): FederationFolder {
  const path = kept === undefined ? mkdtempSync(join(tmpdir(), "croupier-federation-")) : emptyFolder(kept);
  return {
    of(party) {
      const folder = join(path, party);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return folder;
    },
    study: join(path, "study.json"),
    remove() {
      if (kept === undefined) rmSync(path, { recursive: true, force: true });
    },
  };
}

function emptyFolder(kept: string): string {
  const path = resolve(kept);
  const refused = (reason: string, cause?: unknown): DpError => {
    const message = `--keep: ${kept} must be a new or empty folder, ${reason}`;
    return new DpError(
      "BAD_INPUT",
      message,
      { parameter: "--keep", value: kept, allowed: "a new or empty folder" },
      cause,
    );
  };
  try {
    mkdirSync(path, { mode: 0o700, recursive: false });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw refused((cause as Error).message, cause);
    if (entriesOf(path) !== 0) throw refused("is not");
  }
  return path;
}

/** How much stands in a folder; a file counts as well. */
function entriesOf(path: string): number {
  try {
    return readdirSync(path).length;
  } catch {
    return 1;
  }
}
