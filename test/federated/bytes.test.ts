import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { makeUpload } from "../../src/federated/client/make-upload.js";
import {
  canonicalJson,
  documentId,
  fromHex,
  makeStudy,
  openDocument,
  openStudy,
  readCanonicalJson,
  readStudy,
  type StudyOptions,
  type SurveyStudy,
  signDocument,
  toHex,
  webCrypto,
} from "../../src/federated/index.js";
import { EMPTY_LEDGER, entryAfter, headAfter } from "../../src/federated/messages/ledger-chain.js";
import { reportInfo } from "../../src/federated/messages/report-bytes.js";
import { signatureInput } from "../../src/federated/messages/signed-document.js";
import { credentialDigest } from "../../src/federated/shuffler/accept-upload.js";
import { dummiesHere } from "../../src/federated/shuffler/dummies.js";
import { rowKeys } from "../../src/federated/shuffler/row-keys.js";
import { surveySlots } from "../../src/federated/study/survey-slots.js";
import { secureSource } from "../../src/random/index.js";
import { crypto, newKeys, SMALL, signedStudy } from "./_internal/federation.js";

const SLOW = { tags: ["slow"] };

const VECTORS = JSON.parse(
  readFileSync(new URL("../vectors/federated/messages.json", import.meta.url), "utf8"),
);

const SEVEN = [0, 1, 2, 3, 4, 5, 6];
const COLUMNS: StudyOptions["columns"] = [
  { kind: "frequencies", column: "rain", categories: ["no", "yes", "sometimes"] },
  { kind: "histogram", column: "age", edges: [0, 18, 30, 50, 100], quantiles: [0.5] },
  { kind: "frequencies", column: "town", categories: Array.from({ length: 60 }, (_, i) => `town ${i}`) },
];

describe("test vectors, made by an independent program", () => {
  const bytes = (text: string) => fromHex("vector", text, text.length / 2);

  it.each([crypto, webCrypto()])("documents, signatures, ids", async (provider) => {
    for (const { type, value, payload, id, signature } of VECTORS.documents) {
      expect(canonicalJson(value)).toBe(payload);
      expect(await documentId(provider, type, payload)).toBe(id);
      const keys = { privateKey: bytes(VECTORS.privateKey), publicKey: bytes(VECTORS.publicKey) };
      expect(await signDocument(provider, type, value, keys)).toEqual({ payload, signature });
      expect(await openDocument(provider, type, { payload, signature }, VECTORS.publicKey)).toEqual(value);
    }
  });

  it("info, row keys, digests of credentials", async () => {
    const { announcement, slot, info, orderKey, sealed, report, dummy, study, credential, digest } =
      VECTORS.rows;
    expect(toHex(reportInfo(announcement, slot))).toBe(info);
    const keys = await rowKeys(crypto, bytes(orderKey));
    expect(toHex(await keys.report(slot, bytes(sealed)))).toBe(report);
    expect(toHex(await keys.dummy(slot, 258))).toBe(dummy);
    expect(toHex(await credentialDigest({ crypto }, study, bytes(credential)))).toBe(digest);
  });

  it("a sealed report, which both open", async () => {
    const { privateKey, publicKey, info, sealed, plaintext } = VECTORS.sealed;
    for (const provider of [crypto, webCrypto()]) {
      const recipient = await provider.hpke.recipient({
        privateKey: bytes(privateKey),
        publicKey: bytes(publicKey),
      });
      expect(toHex(await recipient.open(bytes(info), bytes(sealed)))).toBe(plaintext);
    }
  });
});

describe("documents", () => {
  const refused = expect.objectContaining({ code: "BAD_INPUT" });

  it("have one text: everything else is refused before it is used", () => {
    const value = { b: [1, 2.5, -0.001], a: { c: "é\u2028", d: null }, e: true };
    const text = canonicalJson(value);
    expect(text).toBe('{"a":{"c":"é\u2028","d":null},"b":[1,2.5,-0.001],"e":true}');
    expect(readCanonicalJson("document", text)).toEqual(value);
    const wrong = [
      ` ${text}`,
      `${text}\n`,
      '{"b":1,"a":2}',
      '{"a":1,"a":1}',
      '{"a":1,"a":2}',
      '{"__proto__":{"x":1}}',
      '{"a":1.0}',
      '{"a":1e2}',
      '{"a":-0}',
      '{"a":"\\u0041"}',
      '{"a":"\\ud800"}',
      '{"a":1e999}',
      "[[[[[[[[[[1]]]]]]]]]]",
      `"${"x".repeat(65_536)}"`,
      "{",
      "",
      undefined,
      new Uint8Array(3),
    ];
    for (const each of wrong) expect(() => readCanonicalJson("document", each)).toThrow(refused);
    for (const each of [undefined, Number.NaN, () => 1, "\ud800", { a: undefined }, 1n])
      expect(() => canonicalJson(each)).toThrow(refused);
  });

  it("of one type do not pass as another, nor altered, nor by another's key", async () => {
    const keys = await newKeys();
    const owner = toHex(keys.owner.publicKey);
    const signed = await signDocument(crypto, "batch", { a: 1 }, keys.owner);
    expect(await openDocument(crypto, "batch", signed, owner)).toEqual({ a: 1 });
    const badSignature = { code: "BAD_SIGNATURE" };
    for (const type of ["study", "announcement", "opening", "cancellation", "result", "entry"] as const)
      await expect(openDocument(crypto, type, signed, owner)).rejects.toMatchObject(badSignature);
    const altered = { ...signed, payload: '{"a":2}' };
    await expect(openDocument(crypto, "batch", altered, owner)).rejects.toMatchObject(badSignature);
    const others = toHex(keys.shuffler.publicKey);
    await expect(openDocument(crypto, "batch", signed, others)).rejects.toMatchObject(badSignature);
    // Signed, and not canonical.
    const payload = '{"b":1,"a":2}';
    const signature = toHex(
      await crypto.signatures.sign(keys.owner.privateKey, signatureInput("batch", payload)),
    );
    await expect(openDocument(crypto, "batch", { payload, signature }, owner)).rejects.toMatchObject({
      code: "BAD_INPUT",
    });
    for (const each of [null, 5, [], { payload: "{}" }, { ...signed, more: 1 }, { payload: 1, signature: 2 }])
      await expect(openDocument(crypto, "batch", each, owner)).rejects.toMatchObject({ code: "BAD_INPUT" });
  });

  it("of a study have all fields and no others", async () => {
    const { study } = await signedStudy(await newKeys(), { columns: COLUMNS });
    expect(readStudy("study", JSON.parse(JSON.stringify(study)))).toEqual(study);
    for (const field of Object.keys(study)) {
      const { [field as "title"]: _, ...less } = study;
      expect(() => readStudy("study", less)).toThrow(refused);
    }
    expect(() => readStudy("study", { ...study, more: 1 })).toThrow(refused);
    const wrong: object[] = [
      { slots: [1, 1, 2] },
      { slots: [1] },
      { cap: 4 },
      { floor: 0 },
      { honestShare: 0 },
      { honestShare: 0.1 },
      { delaySeconds: 61 },
      { columns: [] },
      { columns: [COLUMNS[0], COLUMNS[0], COLUMNS[2]] },
      { adjacency: "add-or-remove" },
      { population: "A/b" },
      { shuffler: { url: "nowhere", publicKey: "0".repeat(64) } },
      { shuffler: { ...study.shuffler, publicKey: study.analyzer.publicKey } },
      { localEpsilon: 91 },
      { purpose: "fun" },
      { columns: [...COLUMNS.slice(0, 2), { kind: "mean", column: "height", lower: 2, upper: 1 }] },
    ];
    for (const change of wrong)
      expect(() => readStudy("study", { ...study, ...change }), JSON.stringify(change)).toThrow();
  });

  it("of a study that its owner did not sign are refused", async () => {
    const keys = await newKeys();
    const { signed, study } = await signedStudy(keys);
    const changed = { ...signed, payload: canonicalJson({ ...study, rounds: 1000 }) };
    await expect(openStudy(crypto, changed)).rejects.toMatchObject({ code: "BAD_SIGNATURE" });
  });
});

describe("sealed slots", () => {
  it("have one length for every value, category, column and dummy, and no enc twice", SLOW, async () => {
    const keys = await newKeys();
    const { study } = await signedStudy(keys, { columns: COLUMNS });
    const round = await crypto.hpke.generateKeyPair();
    const target = { announcementId: "a".repeat(64), publicKey: toHex(round.publicKey) };
    const lengths = new Set<number>();
    const encs = new Set<string>();
    let seals = 0;
    const look = (upload: Uint8Array) => {
      lengths.add(upload.length);
      for (let start = 0; start < upload.length; start += 49, seals++)
        encs.add(toHex(upload.subarray(start, start + 32)));
    };
    for (const town of (COLUMNS[2] as { categories: readonly string[] }).categories) {
      for (const age of [-1, 0, 17, 40, 1e9]) {
        const answers = { rain: ["no", "yes", "sometimes"][seals % 3]!, age, town };
        look(await makeUpload(crypto, secureSource(), study, target, { answers, credential: null }));
      }
    }
    look(await makeUpload(crypto, secureSource(), study, target, { answers: null, credential: null }));
    expect([...lengths]).toEqual([3 * 49]);
    expect(encs.size).toBe(seals);
    const dummies = dummiesHere(crypto);
    for (const slot of [0, 1, 2])
      expect(await dummies({ study, ...target, round: 1, slot, indices: SEVEN })).toHaveLength(7 * 49);
    // Every report that the randomizers can send.
    for (const { bytes, randomizer } of surveySlots(study as SurveyStudy)) {
      const { response } = randomizer;
      for (let report = 0; report < response.reportCount; report++)
        expect(response.encode(report)).toHaveLength(bytes);
    }
  });

  it("open in their slot and round alone", async () => {
    const { study } = await signedStudy(await newKeys(), { columns: COLUMNS });
    const round = await crypto.hpke.generateKeyPair();
    const target = { announcementId: "a".repeat(64), publicKey: toHex(round.publicKey) };
    const answers = { rain: "no", age: 3, town: "town 5" };
    const upload = await makeUpload(crypto, secureSource(), study, target, { answers, credential: null });
    const recipient = await crypto.hpke.recipient(round);
    const unopenable = { code: "UNOPENABLE" };
    for (const slot of [0, 1, 2]) {
      const sealed = upload.subarray(49 * slot, 49 * (slot + 1));
      expect(await recipient.open(reportInfo("a".repeat(64), slot), sealed)).toHaveLength(1);
      for (const other of [0, 1, 2, 256].filter((each) => each !== slot))
        await expect(recipient.open(reportInfo("a".repeat(64), other), sealed)).rejects.toMatchObject(
          unopenable,
        );
      await expect(recipient.open(reportInfo("b".repeat(64), slot), sealed)).rejects.toMatchObject(
        unopenable,
      );
    }
  });

  it("take answers whole or not at all", async () => {
    const { study } = await signedStudy(await newKeys(), { columns: COLUMNS });
    const target = {
      announcementId: "a".repeat(64),
      publicKey: toHex((await crypto.hpke.generateKeyPair()).publicKey),
    };
    const wrong = [
      {},
      { rain: "no", age: 3 },
      { rain: "never", age: 3, town: "town 1" },
      { rain: "no", age: "3", town: "town 1" },
      { rain: "no", age: Number.NaN, town: "town 1" },
      JSON.parse('{"__proto__":{"rain":"no"},"age":3,"town":"town 1"}'),
    ];
    for (const answers of wrong)
      await expect(
        makeUpload(crypto, secureSource(), study, target, { answers, credential: null }),
      ).rejects.toThrow(/must be/);
  });
});

describe("chains", () => {
  it("are places and hashes", async () => {
    const first = entryAfter(EMPTY_LEDGER, { type: "abandoned", study: "5".repeat(64), round: 1 });
    const end = await headAfter(crypto, EMPTY_LEDGER, first);
    expect(end).toEqual({ length: 1, head: await documentId(crypto, "entry", first) });
    expect(JSON.parse(first)).toMatchObject({ sequence: 1, previous: "0".repeat(64) });
  });

  it("of a result fit a document, whatever the study", () => {
    const key = (letter: string) => letter.repeat(64);
    const many = Array.from({ length: 1000 }, (_, index) => `category ${index}`);
    const options = {
      ...SMALL,
      columns: [{ kind: "frequencies" as const, column: "many", categories: many }],
      owner: { publicKey: key("a") },
      shuffler: { url: "http://x.test", publicKey: key("b") },
      analyzer: { publicKey: key("c") },
    };
    expect(() => makeStudy(options)).toThrow(/choices/);
  });
});
