import { once } from "node:events";
import { createServer } from "node:net";

const HOST = "127.0.0.1";
const MAX_PORT = 65_534;

/** A port of this machine that nothing listens on, nor on the next. */
export async function freePorts(): Promise<number> {
  for (;;) {
    const first = createServer().listen(0, HOST);
    await once(first, "listening");
    const { port } = first.address() as { readonly port: number };
    const isFree = port <= MAX_PORT && (await canListen(port + 1));
    first.close();
    await once(first, "close");
    if (isFree) return port;
  }
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer().listen(port, HOST);
  const isFree = await once(server, "listening").then(
    () => true,
    () => false,
  );
  server.close();
  return isFree;
}
