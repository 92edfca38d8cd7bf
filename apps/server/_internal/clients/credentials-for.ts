import { readFileSync } from "node:fs";
import { DpError } from "../../../../src/errors.js";
import type { OpenedStudy } from "../../../../src/federated/study/open-study.js";
import { enrol } from "../doors/enrol.js";
import { doorOf } from "../doors/private-door.js";

/** Where credentials come from: a file, or the server of this user at the URL. */
export interface CredentialSource {
  readonly url: string;
  /** One credential a line. */
  readonly credentials?: string;
}

/**
 * Credentials for this many clients, hexadecimal; undefined where a study takes anybody.
 *
 * @throws DpError BAD_INPUT the file has too few; NOT_AUTHORIZED there is no file, and no server of this user
 */
export async function credentialsFor(
  clients: number,
  { id, study }: OpenedStudy,
  { url, credentials: file }: CredentialSource,
): Promise<readonly string[] | undefined> {
  if (study.admission === "open") return undefined;
  if (file === undefined) return enrol(doorOf(url, undefined), id, clients);
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  if (lines.length >= clients) return lines;
  throw new DpError(
    "BAD_INPUT",
    `--credentials: ${file} must have ${clients} lines, has ${lines.length}; enrol more`,
    {
      parameter: "--credentials",
      value: lines.length,
      allowed: `at least ${clients}`,
    },
  );
}
