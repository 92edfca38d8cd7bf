import {
  type CryptoProvider,
  openDocument,
  type SignedDocument,
  type SurveyResult,
  type SurveyStudy,
} from "../../../src/federated/index.js";
import type { RoundState } from "../../../src/federated/shuffler/shuffler-store.js";

/** How a round ended that the person took part in. */
export type RoundEnd =
  | { readonly kind: "result"; readonly result: SurveyResult }
  | { readonly kind: "cancelled" }
  | { readonly kind: "expired" };

const EVERY_MS = 2_000;

/**
 * Waits for a round's end, whose result must bear the analyzer's signature. Asks again while nobody answers.
 */
export async function followRound(
  crypto: CryptoProvider,
  study: SurveyStudy,
  path: string,
  signal: AbortSignal,
): Promise<RoundEnd> {
  for (;;) {
    signal.throwIfAborted();
    const end = await lookedUp(crypto, study, path).catch((error: unknown) => {
      if (error instanceof TypeError) return undefined; // nobody answers: fetch says no more
      throw error;
    });
    if (end !== undefined) return end;
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

async function lookedUp(
  crypto: CryptoProvider,
  study: SurveyStudy,
  path: string,
): Promise<RoundEnd | undefined> {
  const answer = await fetch(`${path}/result`, { credentials: "omit", referrerPolicy: "no-referrer" });
  if (answer.ok) {
    const signed = (await answer.json()) as SignedDocument;
    const { publicKey } = study.analyzer;
    return {
      kind: "result",
      result: (await openDocument(crypto, "result", signed, publicKey)) as SurveyResult,
    };
  }
  const round = await fetch(path, { credentials: "omit", referrerPolicy: "no-referrer" });
  if (!round.ok) return undefined;
  const { state } = (await round.json()) as { readonly state: RoundState };
  return state === "cancelled" || state === "expired" ? { kind: state } : undefined;
}
