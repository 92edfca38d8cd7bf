import { documentId } from "../../../../src/federated/messages/signed-document.js";
import { nodeCrypto } from "../../../../src/federated/node/index.js";

/** The head of a ledger by its last entry. */
export async function ledgerHead(last: string | undefined): Promise<string | null> {
  return last === undefined ? null : documentId(nodeCrypto(), "entry", last);
}
