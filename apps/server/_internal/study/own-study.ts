import { createHash } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { KeyPair } from "../../../../src/federated/crypto/crypto-provider.js";
import { canonicalJson } from "../../../../src/federated/messages/canonical-json.js";
import { signDocument } from "../../../../src/federated/messages/signed-document.js";
import { nodeCrypto } from "../../../../src/federated/node/index.js";
import { checkStudyBudget } from "../../../../src/federated/study/check-study-budget.js";
import { type OpenedStudy, openStudy } from "../../../../src/federated/study/open-study.js";
import { studyFigures } from "../../../../src/federated/study/study-figures.js";
import { writeAtomically } from "../../../cli/_internal/write-atomically.js";
import { signingKeys } from "../keys/signing-keys.js";
import type { StorePaths } from "../stores/store-option.js";
import { completeStudy } from "./complete-study.js";
import { readSignedStudy, readStudyFile } from "./read-study-file.js";

/** The keys of one operator in all roles. */
export interface OwnKeys {
  readonly owner: KeyPair;
  readonly shuffler: KeyPair;
  readonly analyzer: KeyPair;
  /** File of the analyzer's. */
  readonly analyzerFile: string;
  /** Folder of the master keys. */
  readonly masters: string;
}

/** The keys in a store's folder; new ones where there are none. */
export async function ownKeys({ keys }: StorePaths): Promise<OwnKeys> {
  mkdirSync(keys, { recursive: true, mode: 0o700 });
  const analyzerFile = join(keys, "analyzer.key");
  return {
    owner: await signingKeys(join(keys, "owner.key")),
    shuffler: await signingKeys(join(keys, "shuffler.key")),
    analyzer: await signingKeys(analyzerFile),
    analyzerFile,
    masters: join(keys, "masters"),
  };
}

/**
 * The study of a file as one operator serves it: a signed one as it is; a draft completed with the operator's
 * own keys, checked against its budget, signed, and kept, so that the next start serves the same study.
 *
 * @throws DpError BUDGET_EXCEEDED all of its rounds together do not keep its budget
 */
export async function ownStudy(
  path: string,
  url: string,
  keys: OwnKeys,
  paths: StorePaths,
): Promise<OpenedStudy> {
  const file = await readStudyFile(path);
  if (file.kind !== "draft") return readSignedStudy(path);
  const study = completeStudy(file.draft, {
    owner: keys.owner.publicKey,
    shuffler: keys.shuffler.publicKey,
    analyzer: keys.analyzer.publicKey,
    url,
  });
  const name = createHash("sha256").update(canonicalJson(study)).digest("hex").slice(0, 16);
  const kept = paths.study(name);
  if (existsSync(kept)) return readSignedStudy(kept);
  checkStudyBudget(study, studyFigures(study));
  const signed = await signDocument(nodeCrypto(), "study", study, keys.owner);
  writeAtomically(kept, `${JSON.stringify(signed)}\n`);
  return openStudy(nodeCrypto(), signed);
}
