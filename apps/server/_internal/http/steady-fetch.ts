import type { Handler } from "../../../../src/federated/messages/handler.js";

const ATTEMPTS = 3;

/**
 * `fetch` for requests that may be repeated, as all between the parties may: a connection that was kept open
 * and is closed by the other side just then is no failure of theirs.
 */
export const steadyFetch: Handler = async (request) => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetch(request.clone());
    } catch (error) {
      if (attempt === ATTEMPTS || request.signal.aborted) throw error;
    }
  }
};
