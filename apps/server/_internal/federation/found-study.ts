import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { toHex } from "../../../../src/federated/messages/hex.js";
import { signDocument } from "../../../../src/federated/messages/signed-document.js";
import { nodeCrypto } from "../../../../src/federated/node/index.js";
import { checkStudyBudget } from "../../../../src/federated/study/check-study-budget.js";
import { type OpenedStudy, openStudy } from "../../../../src/federated/study/open-study.js";
import { studyFigures } from "../../../../src/federated/study/study-figures.js";
import { makeSigningKeys } from "../keys/signing-keys.js";
import type { FederationFolder } from "./federation-folder.js";
import type { FederationPlan } from "./plan.js";

/**
 * Makes the keys of owner, shuffler and analyzer, each in its folder, and signs the study as its owner does.
 */
export async function foundStudy(
  { complete }: FederationPlan,
  url: string,
  folder: FederationFolder,
): Promise<OpenedStudy> {
  const owner = await makeSigningKeys(join(folder.of("owner"), "owner.key"));
  const shuffler = await makeSigningKeys(join(folder.of("shuffler"), "shuffler.key"));
  const analyzer = await makeSigningKeys(join(folder.of("analyzer"), "analyzer.key"));
  const parties = {
    owner: { publicKey: toHex(owner.publicKey) },
    shuffler: { url, publicKey: toHex(shuffler.publicKey) },
    analyzer: { publicKey: toHex(analyzer.publicKey) },
  };
  const figures = studyFigures(complete(parties, MAX_EPSILON));
  const study = complete(parties, roundedUp(figures.full.guarantee.epsilon.upper));
  checkStudyBudget(study, figures);
  const signed = await signDocument(nodeCrypto(), "study", study, owner);
  writeFileSync(folder.study, `${JSON.stringify(signed)}\n`);
  return openStudy(nodeCrypto(), signed);
}

/** Of a budget that is not decided on yet: figures do not depend on it. */
const MAX_EPSILON = 1e6;

/** To three digits. */
function roundedUp(epsilon: number): number {
  const unit = 10 ** (Math.floor(Math.log10(epsilon)) - 2);
  return Number((Math.ceil(epsilon / unit) * unit).toPrecision(3));
}
