import { Agent, request as send } from "node:http";
import { Agent as SecureAgent, request as sendSecurely } from "node:https";
import type { Handler } from "../../../../src/federated/messages/handler.js";

/** How many clients of one machine ask: over connections that they share. */
export interface SharedSender {
  readonly send: Handler;
  shut(): void;
}

/** Connections at once. */
const CONNECTIONS = 64;
/** Documents that are the same for all clients are asked for this often. */
const FRESH_MS = 1_000;

/**
 * Carries the requests of many clients in one process. Each upload is a request of its own; a document that
 * all clients ask for is fetched once, as a cache between them and the shuffler would.
 */
export function sharedSender(): SharedSender {
  const agents = {
    "http:": new Agent({ keepAlive: true, maxSockets: CONNECTIONS }),
    "https:": new SecureAgent({ keepAlive: true, maxSockets: CONNECTIONS }),
  };
  const documents = new Map<string, { readonly until: number; readonly answer: Promise<Answer> }>();
  const ask = (request: Request, body: Uint8Array | undefined): Promise<Answer> =>
    exchange(agents, request, body);
  return {
    async send(request) {
      if (request.method !== "GET")
        return plain(await ask(request, new Uint8Array(await request.arrayBuffer())));
      const known = documents.get(request.url);
      if (known !== undefined && Date.now() < known.until) return plain(await known.answer);
      const answer = ask(request, undefined);
      documents.set(request.url, { until: Date.now() + FRESH_MS, answer });
      return plain(await answer);
    },
    shut() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

function plain({ status, type, body }: Answer): Response {
  return new Response(body, { status, headers: { "content-type": type } });
}

function exchange(
  agents: Readonly<Record<string, Agent>>,
  { url, method, headers }: Request,
  body: Uint8Array | undefined,
): Promise<Answer> {
  const { protocol } = new URL(url);
  const start = protocol === "https:" ? sendSecurely : send;
  return new Promise((resolve, reject) => {
    const options = { method, agent: agents[protocol], headers: Object.fromEntries(headers) };
    const outgoing = start(url, options, (incoming) => {
      const parts: Buffer[] = [];
      incoming.on("data", (part: Buffer) => parts.push(part));
      incoming.on("error", reject);
      incoming.on("end", () =>
        resolve({
          status: incoming.statusCode ?? 0,
          type: incoming.headers["content-type"] ?? "",
          body: new Uint8Array(Buffer.concat(parts)),
        }),
      );
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
