import { DpError } from "../../../../src/errors.js";
import { readProblem, unavailable } from "../../../../src/federated/messages/answers.js";
import { steadyFetch } from "../http/steady-fetch.js";
import { readListenerRecord } from "./listener-record.js";

/** A private listener, and the token that opens it. */
export interface PrivateDoor {
  readonly url: string;
  readonly token: string;
}

/**
 * The private listener of a server: at the URL itself where a token is given, else by the record that a
 * server of this user left for its public port; undefined where there is none.
 */
export function findDoor(url: string, token: string | undefined): PrivateDoor | undefined {
  if (token !== undefined) return { url: url.replace(/\/$/, ""), token };
  const { hostname, port, protocol } = new URL(url);
  if (!["localhost", "127.0.0.1", "[::1]"].includes(hostname)) return undefined;
  const record = readListenerRecord(Number(port || (protocol === "https:" ? 443 : 80)));
  return record === undefined ? undefined : { url: record.privateUrl, token: record.token };
}

/** @throws DpError NOT_AUTHORIZED there is no token and no record */
export function doorOf(url: string, token: string | undefined): PrivateDoor {
  const found = findDoor(url, token);
  if (found !== undefined) return found;
  const message = `--url: no server of this user listens at ${url} on this machine; give the private listener's URL and its --token`;
  throw new DpError("NOT_AUTHORIZED", message, { parameter: "--url", value: url });
}

/**
 * Asks a private listener.
 *
 * @throws DpError what it refuses with; STORE_UNAVAILABLE it does not answer
 */
export async function askDoor(
  { url, token }: PrivateDoor,
  path: string,
  request: {
    readonly method?: "POST";
    readonly body?: string;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<Response> {
  const headers = { ...request.headers, authorization: `Bearer ${token}` };
  const response = await steadyFetch(new Request(`${url}${path}`, { ...request, headers })).catch(
    (error: unknown) => {
      throw unavailable(error);
    },
  );
  if (!response.ok) throw await readProblem(response);
  return response;
}
