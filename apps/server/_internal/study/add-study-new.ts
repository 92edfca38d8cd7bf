import { type Command, Option } from "commander";
import { DpError } from "../../../../src/errors.js";
import { fromHex } from "../../../../src/federated/messages/hex.js";
import { fileOption } from "../../../cli/_internal/file-option.js";
import { writeAtomically } from "../../../cli/_internal/write-atomically.js";
import { jsonOption, print } from "../commands/json-option.js";
import { checkUrl } from "../http/check-url.js";
import { readSigningKeys } from "../keys/signing-keys.js";
import { completeStudy } from "./complete-study.js";
import { readStudyFile } from "./read-study-file.js";

interface Flags {
  readonly owner: string;
  readonly shuffler: Uint8Array;
  readonly analyzer: Uint8Array;
  readonly url: string;
  readonly out?: string;
  readonly json?: boolean;
}

/** Adds `croupier-server study new`. */
export function addStudyNew(study: Command): void {
  study
    .command("new")
    .summary("complete a draft with the keys of the parties")
    .description(
      "Complete a draft, as examples/survey.json is one, with the keys of the parties and the shuffler's address.",
    )
    .argument("<draft>", "the draft's file; - for standard input")
    .requiredOption("--owner <file>", "your private key")
    .addOption(publicKey("--shuffler <hex>", "the shuffler's public key"))
    .addOption(publicKey("--analyzer <hex>", "the analyzer's public key"))
    .requiredOption("--url <url>", "where clients find the shuffler")
    .addOption(fileOption("--out <file>", "write it to this file instead of standard output"))
    .addOption(jsonOption())
    .action(async (path: string, flags: Flags) => {
      const file = await readStudyFile(path);
      if (file.kind !== "draft") throw notDraft(path);
      const owner = readSigningKeys(flags.owner).publicKey;
      const url = checkUrl(flags.url);
      const completed = completeStudy(file.draft, { ...flags, url, owner });
      const text = JSON.stringify(completed, null, 2);
      if (flags.out === undefined) print(flags.json, completed, () => text);
      else writeAtomically(flags.out, `${text}\n`);
    });
}

function publicKey(flags: string, about: string): Option {
  const name = flags.split(" ")[0]!;
  return new Option(flags, `${about}, 32 bytes in hexadecimal`)
    .makeOptionMandatory()
    .argParser((text) => fromHex(name, text, 32));
}

function notDraft(path: string): DpError {
  const message = `study new: ${path} must be a draft, without owner, shuffler, analyzer, version and slots; change the draft instead`;
  return new DpError("BAD_INPUT", message, { parameter: "draft", value: path, allowed: "a draft" });
}
