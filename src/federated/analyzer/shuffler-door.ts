import { readProblem, unavailable } from "../messages/answers.js";
import type { Handler } from "../messages/handler.js";
import type { SignedDocument } from "../messages/signed-document.js";
import type { AnnouncedRound } from "../shuffler/open-announced-round.js";
import type { RoundDocuments } from "../shuffler/round-documents.js";

/** The analyzer's way to a shuffler's private door; every answer is checked by who uses it. */
export interface ShufflerDoor {
  ledger(
    ledger: string,
    after: number,
  ): Promise<{ readonly length: number; readonly entries: readonly string[] }>;
  /** Before the announcement that names them. */
  giveWeights(study: string, sha256: string, bytes: Uint8Array): Promise<void>;
  announce(study: string, announced: AnnouncedRound): Promise<RoundDocuments>;
  /** Undefined where the shuffler does not know the round. */
  round(study: string, number: number): Promise<RoundDocuments | undefined>;
  /** Bytes of a slot's batch. */
  batch(study: string, number: number, slot: number, start: number, end: number): Promise<Uint8Array>;
  cancel(study: string, number: number): Promise<RoundDocuments>;
  done(study: string, number: number, result: SignedDocument): Promise<void>;
}

/** A way over HTTP, or straight to a handler. */
export function shufflerDoor(url: string, token: string, send: Handler): ShufflerDoor {
  const ask = async (path: string, more: RequestInit = {}): Promise<Response> => {
    const headers = { authorization: `Bearer ${token}`, ...(more.headers as Record<string, string>) };
    const request = new Request(`${url}${path}`, { ...more, headers, redirect: "error" });
    const response = await send(request).catch((error: unknown) => {
      throw unavailable(error);
    });
    if (!response.ok) throw await readProblem(response);
    return response;
  };
  const read = async <Value>(answer: Promise<Response>): Promise<Value> =>
    (await answer).json() as Promise<Value>;
  const post = (path: string, body: object = {}): Promise<Response> =>
    ask(path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });
  const roundPath = (study: string, number: number) => `/v1/studies/${study}/rounds/${number}`;
  return {
    ledger: (ledger, after) => read(ask(`/v1/ledgers/${ledger}?after=${after}`)),
    announce: (study, announced) => read(post(`/v1/studies/${study}/announcements`, announced)),
    async giveWeights(study, sha256, bytes) {
      const headers = { "content-type": "application/octet-stream" };
      const more = { method: "POST", body: new Uint8Array(bytes), headers };
      await ask(`/v1/studies/${study}/weights/${sha256}`, more);
    },
    async round(study, number) {
      try {
        return await read<RoundDocuments>(ask(roundPath(study, number)));
      } catch (error) {
        if ((error as { code?: string }).code === "NOT_FOUND") return undefined;
        throw error;
      }
    },
    async batch(study, number, slot, start, end) {
      const range = { headers: { range: `bytes=${start}-${end - 1}` } };
      const answer = await ask(`${roundPath(study, number)}/batch/${slot}`, range);
      return new Uint8Array(await answer.arrayBuffer());
    },
    cancel: (study, number) => read(post(`${roundPath(study, number)}/cancel`)),
    async done(study, number, result) {
      await post(`${roundPath(study, number)}/done`, result);
    },
  };
}
