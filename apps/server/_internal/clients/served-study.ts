import { DpError } from "../../../../src/errors.js";
import { readProblem } from "../../../../src/federated/messages/answers.js";
import { nodeCrypto } from "../../../../src/federated/node/index.js";
import { type OpenedStudy, openStudy } from "../../../../src/federated/study/open-study.js";
import { steadyFetch } from "../http/steady-fetch.js";

/**
 * A study that a shuffler serves: the one with the id given, else the only one.
 *
 * @throws DpError NOT_FOUND there is none, or several and no id; STORE_UNAVAILABLE nobody answers; as
 *   `openStudy`
 */
export async function servedStudy(url: string, id: string | undefined): Promise<OpenedStudy> {
  const opened = await openStudy(
    nodeCrypto(),
    await getJson(`${url}/v1/studies/${id ?? (await onlyId(url))}`),
  );
  if (id === undefined || opened.id === id) return opened;
  throw new DpError(
    "REFUSED",
    `--study: ${url} must serve ${id}, serves ${opened.id} by that name; do not take part`,
    {
      parameter: "--study",
      value: opened.id,
      allowed: id,
    },
  );
}

async function onlyId(url: string): Promise<string> {
  const { studies } = (await getJson(`${url}/v1/studies`)) as { readonly studies: readonly string[] };
  if (studies.length === 1) return studies[0]!;
  const message = `--study: must be given, since ${url} serves ${studies.length} studies; choose one of ${studies.join(", ")}`;
  throw new DpError("NOT_FOUND", message, { parameter: "--study", value: studies.length });
}

/**
 * What a shuffler answers.
 *
 * @throws DpError its problem; STORE_UNAVAILABLE nobody answers
 */
export async function getJson(url: string, signal?: AbortSignal): Promise<unknown> {
  const request = new Request(url, signal === undefined ? {} : { signal });
  const response = await steadyFetch(request).catch((error: unknown) => {
    throw signal?.aborted ? error : unreachable(url, error);
  });
  if (!response.ok) throw await readProblem(response);
  return response.json();
}

function unreachable(url: string, cause: unknown): DpError {
  const { code } = ((cause as Error).cause ?? cause) as { readonly code?: unknown };
  const reason = typeof code === "string" ? ` (${code})` : "";
  const message = `--url: ${url} must answer, does not${reason}; start the server, or give another URL`;
  return new DpError("STORE_UNAVAILABLE", message, { parameter: "--url", value: url }, cause);
}
