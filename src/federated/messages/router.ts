import { DpError } from "../../errors.js";
import { problemAnswer } from "./answers.js";
import type { Handler } from "./handler.js";

/** One door: `:name` in the path is a part of it without slashes. */
export interface Route {
  readonly method: "GET" | "POST";
  readonly path: string;
  handle(parts: Readonly<Record<string, string>>, request: Request): Promise<Response>;
}

/** A handler over some routes; it never rejects. */
export function router(routes: readonly Route[]): Handler {
  const doors = routes.map((route) => ({ ...route, pattern: patternOf(route.path) }));
  return async (request) => {
    try {
      const { pathname } = new URL(request.url);
      for (const { method, pattern, handle } of doors) {
        const found = method === request.method ? pattern.exec(pathname) : null;
        if (found !== null) return await handle({ ...found.groups }, request);
      }
      throw notFound("path", "a documented path and method");
    } catch (error) {
      return problemAnswer(error);
    }
  };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:(\w+)/g, "(?<$1>[a-z0-9-]{1,64})")}$`);
}

/** @returns DpError NOT_FOUND */
export function notFound(parameter: string, allowed: string): DpError {
  return new DpError("NOT_FOUND", `${parameter}: must be ${allowed}, there is none such`, {
    parameter,
    value: undefined,
    allowed,
  });
}
