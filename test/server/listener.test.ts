import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Listener, listen } from "../../apps/server/_internal/http/listener.js";

let listener: Listener;
let calls = 0;
beforeAll(async () => {
  const handler = async (request: Request): Promise<Response> => {
    calls += 1;
    return new Response(String((await request.arrayBuffer()).byteLength));
  };
  listener = await listen(handler, { host: "127.0.0.1", port: 0, bodyBytes: 100, connections: 2000 });
});
afterAll(() => listener.close());

/** Sends bytes as they are; what comes back until the other side closes, or an answer is whole. */
async function raw(text: string): Promise<string> {
  const socket = connect(listener.port, "127.0.0.1");
  let answer = "";
  socket.on("data", (part) => {
    answer += part;
    if (answer.includes("\r\n\r\n")) socket.end();
  });
  socket.on("error", () => undefined);
  socket.write(text);
  await once(socket, "close");
  return answer;
}

const post = (headers: string, body = ""): Promise<string> =>
  raw(`POST /x HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n${body}`);

describe("a listener", () => {
  it("reads a body of an exact length", async () => {
    expect(await post("Content-Length: 5", "12345")).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each([
    ["in pieces", "Transfer-Encoding: chunked", "5\r\n12345\r\n0\r\n\r\n", 411],
    ["compressed", "Content-Length: 5\r\nContent-Encoding: gzip", "12345", 415],
    ["too long", "Content-Length: 101", "", 413],
    ["of two lengths", "Content-Length: 5\r\nContent-Length: 6", "123456", 400],
    ["of no length", "Content-Length: x", "", 400],
  ])("refuses a body %s before it is read", async (_, headers, body, status) => {
    const before = calls;
    const answer = await post(headers, body);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(calls).toBe(before);
    if (status !== 400) expect(answer).toContain("application/problem+json");
  });

  it("serves others beside idle connections, and closes those", {
    tags: ["slow"],
    timeout: 60_000,
  }, async () => {
    const idle: Socket[] = Array.from({ length: 500 }, () => connect(listener.port, "127.0.0.1"));
    let closed = 0;
    for (const socket of idle) {
      socket.on("error", () => undefined);
      socket.on("close", () => {
        closed += 1;
      });
      socket.resume();
    }
    await Promise.all(idle.map((socket) => once(socket, "connect")));
    const slow = connect(listener.port, "127.0.0.1");
    slow.on("error", () => undefined);
    slow.write("POST /x HTTP/1.1\r\nHost: a\r\nContent-Le");
    expect(await post("Content-Length: 5", "12345")).toMatch(/^HTTP\/1\.1 200 /);
    slow.resume();
    await once(slow, "close");
    while (closed < idle.length) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await post("Content-Length: 5", "12345")).toMatch(/^HTTP\/1\.1 200 /);
  });
});
