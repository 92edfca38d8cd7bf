import { createServer, type Server } from "node:http";
import type { Handler } from "../../../src/federated/index.js";

/** A handler behind a socket. */
export async function serveHandler(handler: Handler): Promise<Server> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = parts.length > 0 ? { body: new Uint8Array(Buffer.concat(parts)) } : {};
    const headers = request.headers as Record<string, string>;
    const { method = "GET", url } = request;
    try {
      const answer = await handler(new Request(`http://127.0.0.1${url}`, { method, headers, ...body }));
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(new Uint8Array(await answer.arrayBuffer()));
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return server;
}
