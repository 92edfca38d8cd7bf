import { afterEach, describe, expect, it, vi } from "vitest";
import { toHex } from "../../src/federated/index.js";
import { seededSource } from "../../src/random/index.js";
import { shortAndLong } from "../short-and-long.js";
import { crypto, type Federation, openFederation, TOKEN, URLS } from "./_internal/federation.js";
import { upload } from "./_internal/upload.js";

const CODES = [
  "BAD_INPUT",
  "OUT_OF_RANGE",
  "BAD_SIGNATURE",
  "NOT_AUTHORIZED",
  "NOT_FOUND",
  "CONFLICT",
  "ROUND_CLOSED",
  "ROUND_FULL",
  "REFUSED",
  "LEDGER_BEHIND",
];
const SEED = 20_261;

interface Message {
  readonly door: "public" | "private";
  readonly method: string;
  readonly path: string;
  readonly body?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One of each message that a shuffler takes. */
async function messages(federation: Federation): Promise<Message[]> {
  const { id, store, keys } = federation;
  const round = (await store.round(id, 1))!;
  const text = new TextEncoder();
  const announced = {
    announcement: JSON.parse(round.announcement),
    after: 0,
    entries: await store.chain("people", 0),
  };
  const json = (value: object) => text.encode(JSON.stringify(value));
  const base = `/v1/studies/${id}`;
  return [
    { door: "public", method: "GET", path: base },
    { door: "public", method: "GET", path: `${base}/rounds/current` },
    { door: "public", method: "GET", path: `${base}/rounds/1` },
    { door: "public", method: "GET", path: `${base}/rounds/1/result` },
    {
      door: "public",
      method: "POST",
      path: `${base}/rounds/1/reports`,
      body: await upload(federation, crypto.randomBytes(32)),
    },
    { door: "private", method: "GET", path: "/v1/ledgers/people?after=0" },
    { door: "private", method: "POST", path: `${base}/announcements`, body: json(announced) },
    { door: "private", method: "GET", path: `${base}/rounds/1/batch/0`, headers: { range: "bytes=0-48" } },
    {
      door: "private",
      method: "POST",
      path: `${base}/rounds/1/done`,
      body: json({ payload: "{}", signature: toHex(keys.owner.publicKey) }),
    },
  ];
}

/** Numbers from 0 up to, not with, `end`. */
function drawer(seed: number): (end: number) => number {
  const source = seededSource(seed);
  const word = new Uint32Array(1);
  return (end) => {
    source.fill(word);
    return word[0]! % end;
  };
}

const PIECES = [
  "{",
  "}",
  "[",
  '"',
  "null",
  "1e999",
  "-1",
  '"__proto__":{},',
  "\u0000",
  "💥",
  "a".repeat(9000),
  ",",
  "0",
];

function mutatedBytes(bytes: Uint8Array, draw: (end: number) => number): Uint8Array {
  const place = draw(bytes.length + 1);
  const changed = bytes.slice();
  switch (draw(5)) {
    case 0:
      changed[place % Math.max(1, bytes.length)]! ^= 1 << draw(8);
      return changed;
    case 1:
      return changed.subarray(0, place);
    case 2:
      return new Uint8Array([...changed, draw(256)]);
    case 3: {
      const piece = new TextEncoder().encode(PIECES[draw(PIECES.length)]!);
      const grown = new Uint8Array(bytes.length + piece.length);
      grown.set(changed.subarray(0, place));
      grown.set(piece, place);
      grown.set(changed.subarray(place), place + piece.length);
      return grown;
    }
    default:
      return changed.fill(draw(256), place, place + draw(9));
  }
}

function mutatedPath(path: string, draw: (end: number) => number): string {
  const words = [
    "..",
    "%00",
    "%2e%2e",
    "0",
    "-1",
    "1e9",
    "current",
    "99999999999",
    "a".repeat(3000),
    "'; drop table rows; --",
    "%F0%9F%92%A5",
    "",
  ];
  const parts = path.split("/");
  parts[1 + draw(parts.length - 1)] = words[draw(words.length)]!;
  return parts.join("/");
}

function mutated(message: Message, draw: (end: number) => number): Message {
  const { body } = message;
  switch (draw(6)) {
    case 0:
      return { ...message, path: mutatedPath(message.path, draw) };
    case 1:
      return { ...message, method: ["GET", "POST", "PUT", "DELETE", "PATCH"][draw(5)]! };
    case 2: {
      const headers = [
        { "content-encoding": "gzip" },
        { "content-length": "5" },
        { "content-length": "99999999999" },
        { range: "bytes=-5" },
        { range: "bytes=5-1" },
        { authorization: "Bearer x" },
        { range: `bytes=0-${2 ** 52}` },
      ];
      return { ...message, headers: { ...message.headers, ...headers[draw(headers.length)] } };
    }
    default:
      return body === undefined
        ? { ...message, path: mutatedPath(message.path, draw) }
        : { ...message, body: mutatedBytes(body, draw) };
  }
}

function requestOf({ door, method, path, body, headers }: Message): Request {
  const withBody = method !== "GET" && body !== undefined;
  return new Request(`${door === "public" ? URLS.public : URLS.private}${path}`, {
    method,
    headers: { ...(door === "private" && { authorization: `Bearer ${TOKEN}` }), ...headers },
    ...(withBody && { body: new Uint8Array(body) }),
  });
}

describe("the doors", () => {
  afterEach(() => void vi.restoreAllMocks());

  for (const [counts, options] of shortAndLong([4000, 20_000], (count) => count > 4000, { tags: ["slow"] }))
    it.each(counts)(
      "answer %i mutated messages with documented codes, log nothing, tell nothing planted",
      options,
      async (count) => {
        const logs = ["log", "info", "warn", "error", "debug"].map((name) =>
          vi.spyOn(console, name as "log").mockImplementation(() => undefined),
        );
        const federation = await openFederation({ study: { admission: "credentials" } });
        const { analyzer, id, shuffler, store } = federation;
        await analyzer.announce(id);
        const credential = crypto.randomBytes(32);
        await shuffler.enrol(id, [credential]);
        const planted = toHex(credential).slice(0, 16);
        const draw = drawer(SEED);
        const all = await messages(federation);
        const body = all[4]!.body!;
        body.set(credential);
        const seen = new Map<string, number>();
        for (let nth = 0; nth < count; nth++) {
          const message = mutated(all[nth % all.length]!, draw);
          const handler = message.door === "public" ? shuffler.publicHandler : shuffler.privateHandler;
          const answer = await handler(requestOf(message));
          const text = await answer.text();
          expect(text).not.toContain(planted);
          const code =
            answer.ok || answer.status === 206 ? "ok" : (JSON.parse(text) as { code: string }).code;
          if (code !== "ok") {
            expect(CODES, `${nth}: ${text}`).toContain(code);
            expect(answer.headers.get("content-type")).toBe("application/problem+json");
          }
          seen.set(code, (seen.get(code) ?? 0) + 1);
        }
        expect(seen.size).toBeGreaterThan(5);
        expect((await store.round(id, 1))!.state).toBe("collecting");
        expect(await store.chain("people", 0)).toHaveLength(1);
        for (const log of logs) expect(log).not.toHaveBeenCalled();
        // Whatever came: others are served.
        await store.close(id, 1);
        expect((await store.round(id, 1))!.reports).toBeLessThanOrEqual(1);
      },
    );

  it("take bodies of one length only, plain", async () => {
    const federation = await openFederation();
    const { analyzer, id, shuffler } = federation;
    await analyzer.announce(id);
    const body = await upload(federation);
    const send = async (bytes: Uint8Array, headers: Record<string, string> = {}) => {
      const url = `${URLS.public}/v1/studies/${id}/rounds/1/reports`;
      const request = new Request(url, { method: "POST", body: new Uint8Array(bytes), headers });
      return (await shuffler.publicHandler(request)).status;
    };
    expect(await send(body.slice(1))).toBe(400);
    expect(await send(new Uint8Array([...body, 0]))).toBe(400);
    expect(await send(new Uint8Array())).toBe(400);
    expect(await send(new Uint8Array(1e6))).toBe(400);
    expect(await send(body, { "content-encoding": "gzip" })).toBe(400);
    expect(await send(body, { "content-length": "48" })).toBe(400);
    expect(await send(body, { "content-length": "49", "content-encoding": "identity" })).toBe(200);
  });

  it("answer pages of any origin without cookies, and other methods not at all", async () => {
    const { shuffler, id } = await openFederation();
    const url = `${URLS.public}/v1/studies/${id}`;
    const preflight = await shuffler.publicHandler(new Request(url, { method: "OPTIONS" }));
    expect(preflight.status).toBe(204);
    const answer = await shuffler.publicHandler(new Request(url));
    for (const each of [preflight, answer]) {
      expect(each.headers.get("access-control-allow-origin")).toBe("*");
      expect(each.headers.get("access-control-allow-credentials")).toBeNull();
      expect(each.headers.get("set-cookie")).toBeNull();
      expect(each.headers.get("etag")).toBeNull();
    }
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect((await shuffler.publicHandler(new Request(url, { method: "DELETE" }))).status).toBe(404);
  });

  it("say nothing of a store's error but that nothing was acknowledged", async () => {
    const federation = await openFederation();
    const { analyzer, id, shuffler, store } = federation;
    await analyzer.announce(id);
    const body = await upload(federation);
    store.accept = async () => {
      throw new Error("SQLITE_FULL: secret path /var/secret");
    };
    const url = `${URLS.public}/v1/studies/${id}/rounds/1/reports`;
    const answer = await shuffler.publicHandler(
      new Request(url, { method: "POST", body: new Uint8Array(body) }),
    );
    const text = await answer.text();
    expect(answer.status).toBe(503);
    expect(JSON.parse(text)).toMatchObject({ code: "STORE_UNAVAILABLE" });
    expect(text).not.toContain("secret");
  });
});
