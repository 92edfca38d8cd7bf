import { existsSync } from "node:fs";
import { DpError } from "../../../../src/errors.js";
import { openClient } from "../../../../src/federated/client/open-client.js";
import type { PersonalSpent } from "../../../../src/federated/client/personal-limits.js";
import { nodeCrypto } from "../../../../src/federated/node/index.js";
import { openSqliteClientStore } from "../stores/open-sqlite-client-store.js";

/** A study that a person left for good. */
export interface LeftStudy {
  readonly study: string;
  readonly left: true;
  /** What was joined counts on: rounds may have been released. */
  readonly spent: PersonalSpent;
}

/**
 * Forgets a study's credential and what was not sent; nobody is asked, so that it works when the server is
 * away.
 *
 * @throws DpError NOT_FOUND the study was not joined, or there is no state
 */
export async function leaveStudy(path: string, study: string): Promise<LeftStudy> {
  if (!existsSync(path)) throw noState(path);
  const store = openSqliteClientStore(path);
  try {
    const client = openClient({ store, crypto: nodeCrypto() });
    await client.leave(study);
    return { study, left: true, spent: await client.spent() };
  } finally {
    store.shut();
  }
}

/** For a person. */
export function leftText({ study, spent: { epsilon, localEpsilon } }: LeftStudy): string {
  return [
    `You left study ${study}: its credential and what was not sent are forgotten, and it cannot be joined again.`,
    `All studies that you ever joined may spend: epsilon ${epsilon} against readers of their results, ${localEpsilon} against malicious operators.`,
  ].join("\n");
}

function noState(path: string): DpError {
  const message = `--state must name the file of a person who joined, ${path} is not there; give the one that joined`;
  return new DpError("NOT_FOUND", message, { parameter: "--state", value: path });
}
