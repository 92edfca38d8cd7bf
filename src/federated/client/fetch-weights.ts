import { DpError } from "../../errors.js";
import type { CryptoProvider } from "../crypto/crypto-provider.js";
import { readProblem, unavailable } from "../messages/answers.js";
import type { Handler } from "../messages/handler.js";
import { toHex } from "../messages/hex.js";
import { privateRequest } from "./private-request.js";

/** Where weights are fetched from. */
export interface WeightsServer {
  readonly crypto: CryptoProvider;
  readonly send: Handler;
  /** Of the study. */
  readonly url: string;
}

/**
 * The bytes that a shuffler serves under their SHA-256.
 *
 * @throws DpError REFUSED they are others; STORE_UNAVAILABLE it does not answer
 */
export async function fetchWeights(
  { crypto, send, url }: WeightsServer,
  sha256: string,
): Promise<Uint8Array> {
  const response = await send(privateRequest(`${url}/weights/${sha256}`)).catch((error: unknown) => {
    throw unavailable(error);
  });
  if (!response.ok) throw await readProblem(response);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const value = toHex(await crypto.sha256(bytes));
  if (value === sha256) return bytes;
  const message = `weights: SHA-256 must be ${sha256}, as announced, got ${value}; nothing is sent`;
  throw new DpError("REFUSED", message, { parameter: "weights", value, allowed: sha256 });
}
