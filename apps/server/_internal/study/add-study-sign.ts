import type { Command } from "commander";
import { DpError } from "../../../../src/errors.js";
import { toHex } from "../../../../src/federated/messages/hex.js";
import { documentId, signDocument } from "../../../../src/federated/messages/signed-document.js";
import { nodeCrypto } from "../../../../src/federated/node/index.js";
import { checkStudyBudget } from "../../../../src/federated/study/check-study-budget.js";
import type { Study } from "../../../../src/federated/study/study.js";
import { studyFigures } from "../../../../src/federated/study/study-figures.js";
import { fileOption } from "../../../cli/_internal/file-option.js";
import { writeAtomically } from "../../../cli/_internal/write-atomically.js";
import { jsonOption, print } from "../commands/json-option.js";
import { readSigningKeys } from "../keys/signing-keys.js";
import { readStudyFile } from "./read-study-file.js";

interface Flags {
  readonly key: string;
  readonly out?: string;
  readonly json?: boolean;
}

/** Adds `croupier-server study sign`. */
export function addStudySign(study: Command): void {
  study
    .command("sign")
    .summary("sign a study that keeps its budget")
    .description(
      "Sign a study, once all of its rounds are found to keep its budget. A signed study never changes.",
    )
    .argument("<study>", "the study's file, as study new makes it; - for standard input")
    .requiredOption("--key <file>", "the owner's private key")
    .addOption(fileOption("--out <file>", "write it to this file instead of standard output"))
    .addOption(jsonOption())
    .action(async (path: string, { key, out, json }: Flags) => {
      const file = await readStudyFile(path);
      if (file.kind !== "unsigned") throw notWhole(path);
      const keys = readSigningKeys(key);
      checkOwner(file.study, toHex(keys.publicKey));
      checkStudyBudget(file.study, studyFigures(file.study));
      const signed = await signDocument(nodeCrypto(), "study", file.study, keys);
      const id = await documentId(nodeCrypto(), "study", signed.payload);
      if (out === undefined) print(json, signed, () => JSON.stringify(signed));
      else {
        writeAtomically(out, `${JSON.stringify(signed)}\n`);
        print(json, { id, file: out }, () => `study ${id}`);
      }
    });
}

function checkOwner({ owner }: Study, publicKey: string): void {
  if (owner.publicKey === publicKey) return;
  const message = `--key: must be the private key of the study's owner ${owner.publicKey}, got that of ${publicKey}`;
  throw new DpError("BAD_INPUT", message, { parameter: "--key", value: publicKey, allowed: owner.publicKey });
}

function notWhole(path: string): DpError {
  const message = `study sign: ${path} must be a whole study that is not signed yet; make one by croupier-server study new`;
  return new DpError("BAD_INPUT", message, { parameter: "study", value: path, allowed: "an unsigned study" });
}
