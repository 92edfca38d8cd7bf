import { once } from "node:events";
import { createServer } from "node:net";
import { sampleInteger } from "../../../../src/random/index.js";
import { secureSource } from "../../../../src/random/secure-source.js";

const HOST = "127.0.0.1";
/**
 * Systems give ports above to those who connect: a server that is killed there might find its port taken when
 * it is started again.
 */
const FIRST_PORT = 10_240;
const LAST_PORT = 32_766;

/** A port of this machine that nothing listens on, nor on the next. */
export async function freePorts(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + sampleInteger(secureSource(), LAST_PORT - FIRST_PORT);
    if ((await canListen(port)) && (await canListen(port + 1))) return port;
  }
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer().listen(port, HOST);
  const isFree = await once(server, "listening").then(
    () => true,
    () => false,
  );
  server.close();
  if (isFree) await once(server, "close");
  return isFree;
}
