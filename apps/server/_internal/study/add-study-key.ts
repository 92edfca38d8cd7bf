import type { Command } from "commander";
import { toHex } from "../../../../src/federated/messages/hex.js";
import { jsonOption, print } from "../commands/json-option.js";
import { makeSigningKeys } from "../keys/signing-keys.js";

/** Adds `croupier-server study key`. */
export function addStudyKey(study: Command): void {
  study
    .command("key")
    .summary("make a party's signing key")
    .description("Make an Ed25519 key in a new file that only you can read, and print its public part.")
    .argument("<file>", "the new file of the private key")
    .addOption(jsonOption())
    .action(async (file: string, { json }: { readonly json?: boolean }) => {
      const publicKey = toHex((await makeSigningKeys(file)).publicKey);
      print(json, { file, publicKey }, () => publicKey);
    });
}
