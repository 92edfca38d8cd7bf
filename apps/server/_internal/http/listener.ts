import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { DpError } from "../../../../src/errors.js";
import type { Handler } from "../../../../src/federated/messages/handler.js";
import { refusedBody } from "./refused-body.js";

/** Where and within which limits a listener answers. */
export interface ListenerOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Longest body, bytes. */
  readonly bodyBytes: number;
  /** Most connections at once; more are closed. */
  readonly connections: number;
}

/** A listener that answers. */
export interface Listener {
  readonly port: number;
  /** Takes no more requests, answers those that are there, and closes. */
  close(): Promise<void>;
}

/** How long a connection may take for its headers, and for a whole request: what is slower is closed. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 20_000;
const IDLE_MS = 15_000;
/** How often late connections are looked for. */
const CHECK_MS = 1_000;
const HEADER_BYTES = 8_192;
/** How long requests may still take once the listener is to close. */
const GRACE_MS = 5_000;

/**
 * Serves a handler on a port. A body needs its exact length in its head and no encoding; what is wrong with
 * it is refused before it is read.
 *
 * @throws DpError UNSUPPORTED the port is taken or may not be used
 */
export async function listen(handler: Handler, options: ListenerOptions): Promise<Listener> {
  const answer = getRequestListener(handler, { overrideGlobalObjects: false });
  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: IDLE_MS,
      connectionsCheckingInterval: CHECK_MS,
      maxHeaderSize: HEADER_BYTES,
    },
    (incoming, outgoing) => {
      const refused = refusedBody(incoming, options.bodyBytes);
      if (refused === undefined) void answer(incoming, outgoing);
      else refuse(incoming, outgoing, refused);
    },
  );
  server.maxConnections = options.connections;
  await started(server, options);
  return { port: (server.address() as AddressInfo).port, close: () => closed(server) };
}

function started(server: Server, { host, port }: ListenerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause) => {
      const message = `listener: port ${port} of ${host} cannot be used: ${cause.message}; choose another with --port`;
      reject(new DpError("UNSUPPORTED", message, { parameter: "--port", value: port }, cause));
    });
    server.listen({ host, port, backlog: 4096 }, resolve);
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const last = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearTimeout(last);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** The connection is closed: what follows on it may be the body that is not read. */
function refuse(incoming: IncomingMessage, outgoing: ServerResponse, { status, body }: RefusedBody): void {
  outgoing.writeHead(status, {
    "content-type": "application/problem+json",
    "cache-control": "no-store",
    connection: "close",
  });
  outgoing.end(body, () => incoming.destroy());
}

type RefusedBody = NonNullable<ReturnType<typeof refusedBody>>;
