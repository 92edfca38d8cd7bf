import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Federation, openFederation } from "../federated/_internal/federation.js";
import { serveHandler } from "../federated/_internal/serve-handler.js";

const EXAMPLE = resolve(import.meta.dirname, "../../examples/federation/take-part.mjs");

describe("examples/federation/take-part.mjs", () => {
  const folder = mkdtempSync(join(tmpdir(), "croupier-take-part-"));
  const uploads: string[] = [];
  let federation: Federation | undefined;
  let server: Server | undefined;
  let isAway = true;
  beforeAll(async () => {
    federation = await openFederation({ study: { delaySeconds: 0, rounds: 1 } });
    server = await serveHandler(async (request) => {
      if (request.method !== "POST") return federation!.shuffler.publicHandler(request);
      const body = new Uint8Array(await request.clone().arrayBuffer());
      uploads.push(Buffer.from(body).toString("hex"));
      if (isAway) throw new Error("nobody answers");
      return federation!.shuffler.publicHandler(request);
    });
    await federation.analyzer.announce(federation.id);
  });
  afterAll(() => {
    server?.close();
    server?.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  });

  function start(): { readonly child: ChildProcess; readonly ended: Promise<readonly [number, string]> } {
    const url = `http://127.0.0.1:${(server!.address() as AddressInfo).port}`;
    const given = [url, federation!.id, JSON.stringify({ rain: "yes" }), join(folder, "state.json")];
    const child = spawn(process.execPath, [EXAMPLE, ...given]);
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (part: Buffer) => {
        text += part;
      });
    return { child, ended: once(child, "close").then(([status]) => [status as number, text]) };
  }

  it("sends the same bytes after nobody answered and its process was killed", {
    timeout: 60_000,
  }, async () => {
    const killed = start();
    await expect.poll(() => uploads.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
    killed.child.kill("SIGKILL");
    await killed.ended;
    isAway = false;
    const [status, text] = await start().ended;
    expect([status, text]).toEqual([0, expect.stringContaining("round 1: accepted")]);
    expect(text).toContain("epsilon <= 12 at delta <= 0.0001 against readers");
    expect(text).toContain("epsilon <= 3 against malicious operators");
    expect(new Set(uploads).size).toBe(1);
    expect(await start().ended).toEqual([0, expect.stringContaining("round 1: before")]);
  });
});
