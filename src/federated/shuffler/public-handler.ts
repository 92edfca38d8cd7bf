import { DpError } from "../../errors.js";
import { bytesAnswer, jsonAnswer, problemAnswer } from "../messages/answers.js";
import type { Handler } from "../messages/handler.js";
import { readBody } from "../messages/read-body.js";
import { uploadBytes } from "../messages/report-bytes.js";
import { notFound, type Route, router } from "../messages/router.js";
import { acceptUpload } from "./accept-upload.js";
import { roundDocuments } from "./round-documents.js";
import { servedWeights } from "./round-weights.js";
import { collectingRound, roundNumber, roundOf, type ShufflerContext, studyOf } from "./shuffler-context.js";

/** Pages of any origin may take part; they send no cookie, and get none. */
const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, POST",
  "access-control-allow-headers": "content-type",
  "access-control-max-age": "86400",
};

/** What everybody may ask. Nothing about a round's reports while it collects. */
export function publicHandler(context: ShufflerContext): Handler {
  const answer = router(routes(context));
  return async (request) => {
    const response =
      request.method === "OPTIONS" ? new Response(null, { status: 204 }) : await answer(request);
    for (const [name, value] of Object.entries(CORS)) response.headers.set(name, value);
    return response;
  };
}

function routes(context: ShufflerContext): Route[] {
  const round = "/v1/studies/:study/rounds/:round";
  return [
    { method: "GET", path: "/healthz", handle: async () => jsonAnswer({ status: "ok" }) },
    {
      method: "GET",
      path: "/v1/studies/:study",
      handle: async ({ study }) => jsonAnswer(studyOf(context, study).signed),
    },
    {
      method: "GET",
      path: "/v1/studies/:study/rounds/current",
      handle: ({ study }) => current(context, study),
    },
    {
      method: "GET",
      path: "/v1/studies/:study/weights/:sha256",
      async handle({ study, sha256 }) {
        return bytesAnswer(await servedWeights(context, studyOf(context, study), sha256));
      },
    },
    {
      method: "GET",
      path: round,
      async handle(parts) {
        const { id } = studyOf(context, parts.study);
        const { result: _, ...documents } = roundDocuments(
          await roundOf(context, id, roundNumber(parts.round)),
        );
        return jsonAnswer(documents);
      },
    },
    {
      method: "GET",
      path: `${round}/result`,
      async handle(parts) {
        const { id } = studyOf(context, parts.study);
        const { result } = await roundOf(context, id, roundNumber(parts.round));
        if (result === undefined) throw notFound("result", "that of a round that was published");
        return jsonAnswer(JSON.parse(result));
      },
    },
    { method: "POST", path: `${round}/reports`, handle: (parts, request) => report(context, parts, request) },
  ];
}

async function current(context: ShufflerContext, study: string | undefined): Promise<Response> {
  const { id } = studyOf(context, study);
  const round = await collectingRound(context, id);
  if (round === undefined) throw notFound("round", "open: ask again later");
  return jsonAnswer(roundDocuments(round));
}

async function report(
  context: ShufflerContext,
  parts: Readonly<Record<string, string>>,
  request: Request,
): Promise<Response> {
  const opened = studyOf(context, parts.study);
  const { admission, slots } = opened.study;
  const round = await roundOf(context, opened.id, roundNumber(parts.round));
  const length = uploadBytes({ hasCredential: admission === "credentials", slots });
  const body = await readBody(request, { min: length, max: length });
  try {
    await acceptUpload(context, opened, round, body);
  } catch (error) {
    if (!(error instanceof DpError) || error.code !== "ROUND_CLOSED") throw error;
    return problemAnswer(error, (await collectingRound(context, opened.id))?.number ?? null);
  }
  return jsonAnswer({ status: "accepted" });
}
