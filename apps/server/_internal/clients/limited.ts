import type { Handler } from "../../../../src/federated/messages/handler.js";

/** A handler of which at most so many calls run at once; the others wait. */
export function limited(handler: Handler, most: number): Handler {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (request) => {
    if (running === most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await handler(request);
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
