import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { indexedDbClientStore, toHex } from "../../src/federated/index.js";
import { nodeCrypto } from "../../src/federated/node/index.js";
import { openFederation } from "../federated/_internal/federation.js";
import { serveHandler } from "../federated/_internal/serve-handler.js";
import { NO_CHROMIUM, openChromium } from "./_internal/chromium.js";
import { type StaticServer, serveFolder } from "./_internal/static-server.js";

const ROOT = resolve(import.meta.dirname, "../..");

describe.skipIf(NO_CHROMIUM)(`a client in a page${NO_CHROMIUM ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let [browser, pages, page]: [Browser?, StaticServer?, Page?] = [];
  beforeAll(async () => {
    browser = await openChromium();
    pages = await serveFolder(ROOT, {});
    page = await browser.newPage();
    await page.goto(`${pages.url}test/e2e/_pages/federated.html`);
    await page.waitForFunction("window.takePart !== undefined");
  });
  afterAll(async () => {
    await browser?.close();
    await pages?.close();
  });

  function call<Result>(name: string, ...given: readonly unknown[]): Promise<Result> {
    return page!.evaluate<Result>(`${name}(${given.map((each) => JSON.stringify(each)).join(", ")})`);
  }

  it("seals what a server opens, and opens what a server seals", async () => {
    const { hpke } = nodeCrypto();
    const keys = await hpke.generateKeyPair();
    const [info, plaintext] = [Uint8Array.of(1, 2, 3), Uint8Array.of(7)];
    const publicKey = toHex(keys.publicKey);
    const sealed = await call<string>("seal", publicKey, toHex(info), toHex(plaintext));
    expect(sealed).toHaveLength(2 * 49);
    const recipient = await hpke.recipient(keys);
    expect(await recipient.open(info, new Uint8Array(Buffer.from(sealed, "hex")))).toEqual(plaintext);
    const back = toHex(await (await hpke.sender(keys.publicKey)).seal(info, plaintext));
    const privateKey = toHex(keys.privateKey);
    expect(await call("open", privateKey, publicKey, toHex(info), back)).toBe("07");
    expect(await call("open", privateKey, publicKey, "00", back)).toBe("UNOPENABLE");
    const lowOrder = "00".repeat(32) + back.slice(64);
    expect(await call("open", privateKey, publicKey, toHex(info), lowOrder)).toBe("UNOPENABLE");
  });

  it("takes part in a round of another origin", async () => {
    const federation = await openFederation({ study: { delaySeconds: 0 } });
    const server = await serveHandler((request) => federation.shuffler.publicHandler(request));
    try {
      await federation.analyzer.announce(federation.id);
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      for (const rain of ["no", "yes", "yes", "no", "sometimes"])
        expect(await call("takePart", url, federation.id, { rain })).toEqual({
          round: 1,
          outcome: "accepted",
        });
      federation.pass(60);
      await federation.shuffler.tick();
      expect(await federation.analyzer.advance(federation.id)).toMatchObject({
        stage: "published",
        result: { reports: 5, invalid: [0] },
      });
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  it("keeps its state in IndexedDB, replaced by one tab at a time, over a reload", async () => {
    expect(await call("readState", "tabs")).toBeNull();
    const states = Array.from({ length: 20 }, (_, index) => `state ${index}`);
    const first = await call<boolean[]>("replaceAtOnce", "tabs", null, states);
    expect(first.filter((isReplaced) => isReplaced)).toHaveLength(1);
    const kept = states[first.indexOf(true)]!;
    expect(await call("readState", "tabs")).toBe(kept);
    expect(await call("replaceAtOnce", "tabs", "another", ["lost"])).toEqual([false]);
    expect(await call("replaceAtOnce", "tabs", kept, ["second"])).toEqual([true]);
    await page!.reload();
    await page!.waitForFunction("window.takePart !== undefined");
    expect(await call("readState", "tabs")).toBe("second");
    expect(await call("readState", "another site's")).toBeNull();
  });

  it("says where there is no IndexedDB", async () => {
    expect(await call("withoutIndexedDb", "denied")).toBe("UNSUPPORTED");
    await expect(indexedDbClientStore()).rejects.toMatchObject({ code: "UNSUPPORTED" });
  });
});
