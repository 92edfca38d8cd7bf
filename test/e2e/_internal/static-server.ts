import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
};

export interface StaticServer {
  /** `http://127.0.0.1:<port>/`. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves a folder's files on this machine, each with the same extra headers; `onPath` is told of each path
 * that is asked for.
 */
export async function serveFolder(
  folder: string,
  headers: Readonly<Record<string, string>>,
  onPath: (path: string) => void = () => {},
): Promise<StaticServer> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://127.0.0.1").pathname);
    onPath(path);
    readFile(join(folder, path)).then(
      (bytes) => response.writeHead(200, { "content-type": TYPES[extname(path)], ...headers }).end(bytes),
      () => response.writeHead(404, headers).end(),
    );
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
