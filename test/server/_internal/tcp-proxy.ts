import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** Connections to one port go to one of several others in turn, past those that refuse. */
export interface TcpProxy {
  readonly port: number;
  readonly url: string;
  /** Ports on this machine; may be changed, for connections to come. */
  targets: readonly number[];
  close(): void;
}

export async function startTcpProxy(targets: readonly number[]): Promise<TcpProxy> {
  let turn = 0;
  const open = new Set<Socket>();
  const kept = (socket: Socket): Socket => {
    open.add(socket);
    return socket.on("error", () => {}).once("close", () => open.delete(socket));
  };
  const server = createServer((socket) => {
    kept(socket);
    const [first, ...others] = proxy.targets.map((_, index, all) => all[(index + turn) % all.length]!) as [
      number,
      ...number[],
    ];
    turn += 1;
    forward(socket, first, others, kept);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const proxy: TcpProxy = {
    port,
    url: `http://127.0.0.1:${port}`,
    targets,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
  return proxy;
}

function forward(
  socket: Socket,
  port: number,
  others: readonly number[],
  kept: (socket: Socket) => Socket,
): void {
  const target = kept(connect(port, "127.0.0.1"));
  let isOpen = false;
  target.once("connect", () => {
    isOpen = true;
    socket.pipe(target);
    target.pipe(socket);
  });
  target.once("close", () => {
    const [next, ...rest] = others;
    if (isOpen || next === undefined) socket.destroy();
    else forward(socket, next, rest, kept);
  });
  socket.once("close", () => target.destroy());
}
