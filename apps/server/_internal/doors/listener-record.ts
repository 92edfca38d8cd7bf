import { chmodSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { replaceFile } from "../../../cli/_internal/replace-file.js";

/** How programs of the same user find a server's private listener by its public port. */
export interface ListenerRecord {
  readonly process: number;
  readonly privateUrl: string;
  readonly token: string;
}

/** The folder of records: the user's own. */
function recordFolder(): string {
  const state = process.env.XDG_STATE_HOME || join(homedir(), ".local", "state");
  return join(state, "croupier-server");
}

function recordPath(port: number): string {
  return join(recordFolder(), `listening-${port}.json`);
}

/**
 * Leaves a record that nobody but this user reads; without it `--token` is needed. @returns what removes it
 */
export function writeListenerRecord(port: number, record: ListenerRecord): () => void {
  mkdirSync(recordFolder(), { recursive: true, mode: 0o700 });
  chmodSync(recordFolder(), 0o700);
  replaceFile(recordPath(port), `${JSON.stringify(record)}\n`);
  return () => {
    if (readListenerRecord(port)?.process === record.process) rmSync(recordPath(port), { force: true });
  };
}

/** The record of a public port, where a server of this user left one. */
export function readListenerRecord(port: number): ListenerRecord | undefined {
  try {
    return JSON.parse(readFileSync(recordPath(port), "utf8")) as ListenerRecord;
  } catch {
    return undefined;
  }
}
