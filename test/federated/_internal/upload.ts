import { makeUpload } from "../../../src/federated/client/make-upload.js";
import { type Announcement, documentId, type SignedDocument } from "../../../src/federated/index.js";
import { secureSource } from "../../../src/random/index.js";
import { crypto, type Federation, URLS } from "./federation.js";

const source = secureSource();

/** What clients learn of the open round. */
async function target(federation: Federation) {
  const url = `${URLS.public}/v1/studies/${federation.id}/rounds/current`;
  const answer = (await (await federation.shuffler.publicHandler(new Request(url))).json()) as {
    announcement: SignedDocument;
  };
  const { payload } = answer.announcement;
  const { publicKey, round } = JSON.parse(payload) as Announcement;
  return { announcementId: await documentId(crypto, "announcement", payload), publicKey, round };
}

/** A sealed upload for the open round. */
export async function upload(
  federation: Federation,
  credential: Uint8Array | null = null,
  rain = "yes",
): Promise<Uint8Array> {
  const { study } = federation.opened;
  return makeUpload(crypto, source, study, await target(federation), { answers: { rain }, credential });
}

/** Sends a body to a round of the shuffler. */
export function post(
  federation: Federation,
  body: Uint8Array,
  round = 1,
  more: RequestInit = {},
): Promise<Response> {
  const url = `${URLS.public}/v1/studies/${federation.id}/rounds/${round}/reports`;
  return federation.shuffler.publicHandler(
    new Request(url, { method: "POST", body: new Uint8Array(body), ...more }),
  );
}

/** The code of each refusal, or what an acceptance says. */
export async function codes(answers: readonly Response[]): Promise<string[]> {
  return Promise.all(
    answers.map(async (answer) => {
      const { status, code } = (await answer.json()) as { status: string; code?: string };
      return code ?? status;
    }),
  );
}
