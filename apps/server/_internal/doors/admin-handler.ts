import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { DpError } from "../../../../src/errors.js";
import { jsonAnswer } from "../../../../src/federated/messages/answers.js";
import type { Handler } from "../../../../src/federated/messages/handler.js";
import { toHex } from "../../../../src/federated/messages/hex.js";
import { readJsonBody } from "../../../../src/federated/messages/read-body.js";
import { type Route, router } from "../../../../src/federated/messages/router.js";
import { number, object } from "../../../../src/federated/messages/schema.js";
import type { Shuffler } from "../../../../src/federated/shuffler/shuffler.js";
import type { Metrics } from "../observe/metrics.js";
import { MAX_CREDENTIALS } from "./enrol.js";

const CREDENTIAL_BYTES = 32;
const readCount = object<{ count: number }>({
  count: number({ min: 1, max: MAX_CREDENTIALS, integer: true }),
});

/**
 * The private listener of a shuffler: what the analyzer asks, credentials for the owner, metrics and pages.
 */
export function adminHandler(
  shuffler: Shuffler,
  token: string,
  metrics: Metrics,
  pages: readonly Route[],
): Handler {
  const own = router([
    ...pages,
    { method: "GET", path: "/metrics", handle: () => metricsAnswer(metrics) },
    {
      method: "POST",
      path: "/v1/studies/:study/credentials",
      async handle({ study }, request) {
        checkToken(request, token);
        const { count } = readCount("body", await readJsonBody(request, 1));
        const credentials = Array.from(
          { length: count },
          () => new Uint8Array(randomBytes(CREDENTIAL_BYTES)),
        );
        await shuffler.enrol(study!, credentials);
        return jsonAnswer({ credentials: credentials.map(toHex) });
      },
    },
  ]);
  return (request) => {
    const { pathname } = new URL(request.url);
    const isTheAnalyzers = /^\/(v1|healthz)\b/.test(pathname) && !pathname.endsWith("/credentials");
    return isTheAnalyzers ? shuffler.privateHandler(request) : own(request);
  };
}

/** What Prometheus reads. */
export async function metricsAnswer(metrics: Metrics): Promise<Response> {
  return new Response(await metrics.text(), {
    headers: { "content-type": metrics.contentType, "cache-control": "no-store" },
  });
}

/** Digests are compared whole, so that the time tells nothing about the token. */
function checkToken(request: Request, token: string): void {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const given = request.headers.get("authorization") ?? "";
  if (timingSafeEqual(digest(given), digest(`Bearer ${token}`))) return;
  const message = "authorization: must be `Bearer` and the listener's token, is not";
  throw new DpError("NOT_AUTHORIZED", message, { parameter: "authorization", value: undefined });
}
