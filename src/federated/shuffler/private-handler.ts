import { DpError } from "../../errors.js";
import { RANGES } from "../../validate.js";
import { bytesAnswer, jsonAnswer, problemAnswer } from "../messages/answers.js";
import type { Handler } from "../messages/handler.js";
import { readJsonBody } from "../messages/read-body.js";
import { readRoundResult } from "../messages/read-documents.js";
import { SEALING_BYTES } from "../messages/report-bytes.js";
import { notFound, type Route, router } from "../messages/router.js";
import { list, number, object, text } from "../messages/schema.js";
import { documentId, openDocument, readSigned, type SignedDocument } from "../messages/signed-document.js";
import { cancelRound } from "./end-round.js";
import { type AnnouncedRound, openAnnouncedRound } from "./open-announced-round.js";
import { roundDocuments } from "./round-documents.js";
import { dropOldWeights, keepWeights } from "./round-weights.js";
import { roundNumber, roundOf, type ShufflerContext, studyOf } from "./shuffler-context.js";

/** Entries in one message: a new shuffler takes a ledger of at most this many entries, or of 4 MiB. */
export const MAX_ENTRIES = 10_000;
const ENTRIES_IN_BYTES = 64;
const HEALTH = "/healthz";

const readAnnounced = object<AnnouncedRound>({
  announcement: readSigned,
  after: number(RANGES.nonNegativeInteger),
  entries: list(text(65_536), MAX_ENTRIES),
});

/** What the analyzer may ask, who has the token. */
export function privateHandler(context: ShufflerContext, token: string): Handler {
  const answer = router(routes(context));
  const encoded = new TextEncoder();
  const digest = (words: string) => context.crypto.sha256(encoded.encode(words));
  return async (request) => {
    const { pathname } = new URL(request.url);
    const given = await digest(request.headers.get("authorization") ?? "");
    const wanted = await digest(`Bearer ${token}`);
    // Digests are compared whole, so that the time tells nothing about the token.
    const difference = given.reduce((sum, byte, index) => sum | (byte ^ wanted[index]!), 0);
    if (pathname !== HEALTH && difference !== 0) return problemAnswer(notAuthorized());
    return answer(request);
  };
}

function notAuthorized(): DpError {
  const message = "authorization: must be `Bearer` and the analyzer's token, is not";
  return new DpError("NOT_AUTHORIZED", message, { parameter: "authorization", value: undefined });
}

function routes(context: ShufflerContext): Route[] {
  const round = "/v1/studies/:study/rounds/:round";
  return [
    { method: "GET", path: HEALTH, handle: async () => jsonAnswer({ status: "ok" }) },
    {
      method: "GET",
      path: "/v1/ledgers/:ledger",
      handle: (parts, request) => ledger(context, parts, request),
    },
    {
      method: "POST",
      path: "/v1/studies/:study/announcements",
      async handle({ study }, request) {
        const opened = studyOf(context, study);
        const announced = readAnnounced("body", await readJsonBody(request, ENTRIES_IN_BYTES));
        const round = await openAnnouncedRound(context, opened, announced);
        await dropOldWeights(context, opened);
        return jsonAnswer(roundDocuments(round));
      },
    },
    {
      method: "POST",
      path: "/v1/studies/:study/weights/:sha256",
      async handle({ study, sha256 }, request) {
        await keepWeights(context, studyOf(context, study), sha256, request);
        return jsonAnswer({ status: "kept" });
      },
    },
    {
      method: "GET",
      path: round,
      async handle(parts) {
        const { id } = studyOf(context, parts.study);
        return jsonAnswer(roundDocuments(await roundOf(context, id, roundNumber(parts.round))));
      },
    },
    {
      method: "GET",
      path: `${round}/batch/:slot`,
      handle: (parts, request) => batch(context, parts, request),
    },
    { method: "POST", path: `${round}/cancel`, handle: (parts) => cancel(context, parts) },
    { method: "POST", path: `${round}/done`, handle: (parts, request) => done(context, parts, request) },
  ];
}

type Parts = Readonly<Record<string, string>>;

/** The copy's entries after some; a long rest in several answers. */
async function ledger({ store }: ShufflerContext, parts: Parts, request: Request): Promise<Response> {
  const after = new URL(request.url).searchParams.get("after") ?? "0";
  if (!/^\d{1,9}$/.test(after)) throw notFound("after", "a number of entries");
  const length = await store.chainLength(parts.ledger!);
  const entries = await store.chain(parts.ledger!, Number(after));
  return jsonAnswer({ length, entries: entries.slice(0, MAX_ENTRIES) });
}

async function batch(context: ShufflerContext, parts: Parts, request: Request): Promise<Response> {
  const { id, study } = studyOf(context, parts.study);
  const { state, number: round, reports } = await roundOf(context, id, roundNumber(parts.round));
  const slot = Number(parts.slot);
  const bytes = study.slots[slot];
  if (state !== "released" || bytes === undefined) throw notFound("batch", "a slot of a released round");
  const total = (reports! + study.dummies) * (bytes + SEALING_BYTES);
  const asked = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(request.headers.get("range") ?? "");
  const [start, end] =
    asked === null ? [0, total] : [Number(asked[1]), Math.min(total, Number(asked[2]) + 1)];
  if (start >= end) throw notFound("range", `within ${total} bytes`);
  const read = await context.store.readBatch(id, round, slot, start, end - start);
  return bytesAnswer(read, asked === null ? undefined : { start, total });
}

async function cancel(context: ShufflerContext, parts: Parts): Promise<Response> {
  const { id } = studyOf(context, parts.study);
  const round = await roundOf(context, id, roundNumber(parts.round));
  if (round.state === "collecting" || round.state === "closed") await cancelRound(context, round, "analyzer");
  return jsonAnswer(roundDocuments(await roundOf(context, id, round.number)));
}

/** Keeps the result, and deletes the batch. */
async function done(context: ShufflerContext, parts: Parts, request: Request): Promise<Response> {
  const { id, study } = studyOf(context, parts.study);
  const round = await roundOf(context, id, roundNumber(parts.round));
  const signed = readSigned("body", await readJsonBody(request, 4));
  const opened = await openDocument(context.crypto, "result", signed, study.analyzer.publicKey);
  const { announcement, batch: header } = readRoundResult[study.task]("result", opened);
  const { payload } = JSON.parse(round.outcome ?? '{"payload":""}') as SignedDocument;
  const isThisRounds =
    announcement === round.announcementId && header === (await documentId(context.crypto, "batch", payload));
  const stored = JSON.stringify(signed);
  const isKept = isThisRounds && (await context.store.drop(id, round.number, "done", stored));
  const after = await roundOf(context, id, round.number);
  if (isKept || (isThisRounds && after.result === stored)) return jsonAnswer(roundDocuments(after));
  throw new DpError(
    "CONFLICT",
    "result: must be of this round's batch and the only one, is not; it is not kept",
    {
      parameter: "result",
      value: undefined,
    },
  );
}
