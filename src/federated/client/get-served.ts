import { DpError } from "../../errors.js";
import { readProblem } from "../messages/answers.js";
import type { Handler } from "../messages/handler.js";
import { privateRequest } from "./private-request.js";

/**
 * What a shuffler answers as JSON, unchecked.
 *
 * @throws DpError its problem; STORE_UNAVAILABLE nobody answers, or somebody else
 */
export async function getServed(send: Handler, url: string): Promise<unknown> {
  const response = await send(privateRequest(url)).catch((error: unknown) => {
    throw noAnswer(url, error);
  });
  if (!response.ok) throw await readProblem(response);
  return response.json().catch((error: unknown) => {
    throw noAnswer(url, error);
  });
}

function noAnswer(url: string, cause: unknown): DpError {
  const message = `client: ${url} must answer as a shuffler does, does not; try again later`;
  return new DpError("STORE_UNAVAILABLE", message, { parameter: "url", value: url }, cause);
}
