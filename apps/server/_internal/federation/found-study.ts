import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { signDocument } from "../../../../src/federated/messages/signed-document.js";
import { nodeCrypto } from "../../../../src/federated/node/index.js";
import { checkStudyBudget } from "../../../../src/federated/study/check-study-budget.js";
import { type OpenedStudy, openStudy } from "../../../../src/federated/study/open-study.js";
import { studyFigures } from "../../../../src/federated/study/study-figures.js";
import { makeSigningKeys } from "../keys/signing-keys.js";
import { completeStudy } from "../study/complete-study.js";
import type { StudyDraft } from "../study/read-study-file.js";
import type { FederationFolder } from "./federation-folder.js";

/** Makes the keys of owner, shuffler and analyzer, each in its folder, and signs the study as its owner does. */
export async function foundStudy(
  draft: StudyDraft,
  url: string,
  folder: FederationFolder,
): Promise<OpenedStudy> {
  const owner = await makeSigningKeys(join(folder.of("owner"), "owner.key"));
  const shuffler = await makeSigningKeys(join(folder.of("shuffler"), "shuffler.key"));
  const analyzer = await makeSigningKeys(join(folder.of("analyzer"), "analyzer.key"));
  const parties = {
    owner: owner.publicKey,
    shuffler: shuffler.publicKey,
    analyzer: analyzer.publicKey,
    url,
  };
  const planned = completeStudy(draft, parties);
  const figures = studyFigures(planned);
  const epsilon = roundedUp(figures.full.guarantee.epsilon.upper);
  const study = completeStudy({ ...draft, budget: { ...draft.budget, epsilon } }, parties);
  checkStudyBudget(study, figures);
  const signed = await signDocument(nodeCrypto(), "study", study, owner);
  writeFileSync(folder.study, `${JSON.stringify(signed)}\n`);
  return openStudy(nodeCrypto(), signed);
}

/** To three digits. */
function roundedUp(epsilon: number): number {
  const unit = 10 ** (Math.floor(Math.log10(epsilon)) - 2);
  return Number((Math.ceil(epsilon / unit) * unit).toPrecision(3));
}
