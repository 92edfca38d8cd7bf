import { describe, expect, it } from "vitest";
import { type SurveyResult, toHex } from "../../src/federated/index.js";
import { reportInfo } from "../../src/federated/messages/report-bytes.js";
import { rowKeys } from "../../src/federated/shuffler/row-keys.js";
import { seededSource } from "../../src/random/index.js";
import { chiSquareTails, FALSE_ALARM, pearson } from "../statistical/exact-tails.js";
import { crypto, openFederation } from "./_internal/federation.js";
import { post, upload } from "./_internal/upload.js";

const SLOW = { tags: ["slow"] };

describe("the order", () => {
  /** The p-value that the rank of the k-th of `size` arrivals is uniform, over rounds, in some cells. */
  async function ranks(orderOf: (round: number, rows: readonly Uint8Array[]) => Promise<readonly number[]>) {
    const [size, cells, rounds] = [24, 8, 400];
    const counts = Array.from({ length: size }, () => new Uint32Array(cells));
    for (let round = 0; round < rounds; round++) {
      const rows = Array.from({ length: size }, () => crypto.randomBytes(49));
      for (const [arrival, rank] of (await orderOf(round, rows)).entries())
        counts[arrival]![Math.floor((rank * cells) / size)]!++;
    }
    const uniform = new Float64Array(cells).fill(1 / cells);
    const values = counts.map((each) => chiSquareTails(pearson(each, uniform), cells - 1).upper);
    return Math.min(...values) * size; // Bonferroni
  }

  const byKeys = async (keys: readonly Uint8Array[]): Promise<number[]> => {
    const texts = keys.map(toHex);
    const sorted = [...texts].sort();
    return texts.map((text) => sorted.indexOf(text));
  };

  it("does not depend on the arrival; sorted or half-sorted ones are rejected", SLOW, async () => {
    const uniform = await ranks(async (_, rows) => {
      const keys = await rowKeys(crypto, crypto.randomBytes(32));
      return byKeys(await Promise.all(rows.map((row) => keys.report(0, row))));
    });
    expect(uniform).toBeGreaterThan(FALSE_ALARM);
    const byArrival = await ranks(async (_, rows) => rows.map((__, arrival) => arrival));
    expect(byArrival).toBeLessThan(FALSE_ALARM);
    // A key of which the arrival is a tenth: biased, not sorted.
    const biased = await ranks(async (round, rows) => {
      const random = seededSource(round);
      const words = new Uint32Array(rows.length);
      random.fill(words);
      const keys = [...words].map((word, arrival) => word / 2 ** 32 + (0.2 * arrival) / rows.length);
      const sorted = [...keys].sort((a, b) => a - b);
      return keys.map((key) => sorted.indexOf(key));
    });
    expect(biased).toBeLessThan(FALSE_ALARM);
  });

  it("differs from slot to slot and round to round, and between reports and dummies", async () => {
    const [one, other] = [
      await rowKeys(crypto, new Uint8Array(32)),
      await rowKeys(crypto, new Uint8Array(32).fill(1)),
    ];
    const row = crypto.randomBytes(49);
    const all = [
      await one.report(0, row),
      await one.report(1, row),
      await one.report(256, row),
      await other.report(0, row),
      await one.dummy(0, 0),
      await one.dummy(0, 1),
      await one.dummy(1, 0),
      await other.dummy(0, 0),
    ];
    expect(new Set(all.map(toHex)).size).toBe(all.length);
    for (const key of all) expect(key).toHaveLength(16);
  });
});

describe("dummies", () => {
  /**
   * The batch of one round in which `reports` users say what `answer` draws, opened, with each record's
   * bytes.
   */
  async function openedRound(reports: number, dummies: number, cheat?: number) {
    const federation = await openFederation({
      study: { dummies, floor: Math.max(2, reports), honestShare: 0.5 },
      shuffler:
        cheat === undefined
          ? {}
          : {
              makeDummies: async ({ announcementId, publicKey, slot, indices }) => {
                const sender = await crypto.hpke.sender(new Uint8Array(Buffer.from(publicKey, "hex")));
                const all = new Uint8Array(49 * indices.length);
                for (let i = 0; i < indices.length; i++)
                  all.set(await sender.seal(reportInfo(announcementId, slot), Uint8Array.of(cheat)), 49 * i);
                return all;
              },
            },
    });
    const { analyzer, id, store } = federation;
    await analyzer.announce(id);
    for (let user = 0; user < reports; user++)
      await post(federation, await upload(federation, null, ["no", "yes", "sometimes"][user % 3]));
    federation.pass(60);
    await federation.shuffler.tick();
    const batch = await store.readBatch(id, 1, 0, 0, 1e9);
    const { result } = await analyzer.advance(id);
    return { batch, result: result! };
  }

  /** The p-value that bytes are uniform. */
  function uniformBytes(batch: Uint8Array): number {
    const counts = new Uint32Array(256);
    for (let start = 0; start < batch.length; start += 49)
      for (let place = 0; place < 49; place++) {
        // The key's highest bit is zero: X25519 coordinates are below 2^255.
        if (place !== 31) counts[batch[start + place]!]!++;
      }
    const { upper } = chiSquareTails(pearson(counts, new Float64Array(256).fill(1 / 256)), 255);
    return upper;
  }

  it("are stored as reports are: lengths and bytes tell nothing", SLOW, async () => {
    const [onlyReports, mostlyDummies] = [await openedRound(300, 0), await openedRound(2, 298)];
    expect(onlyReports.batch).toHaveLength(mostlyDummies.batch.length);
    for (const { batch } of [onlyReports, mostlyDummies])
      expect(uniformBytes(batch)).toBeGreaterThan(FALSE_ALARM);
    const marked = mostlyDummies.batch.slice();
    for (let start = 0; start < marked.length; start += 49) marked[start + 5] = 0;
    expect(uniformBytes(marked)).toBeLessThan(FALSE_ALARM);
  });

  it("are uniform: the counts of a round of them say so, and of others do not", SLOW, async () => {
    const counts = async (cheat?: number) => {
      const { result } = await openedRound(2, 1500, cheat);
      expect(result.invalid).toEqual([0]);
      const [rain] = (result as SurveyResult).estimates!;
      // Estimates back to the counts of named categories.
      const { frequencies } = rain as { frequencies: readonly { estimate: number }[] };
      const [p, q] = [Math.exp(3) / (Math.exp(3) + 2), 1 / (Math.exp(3) + 2)];
      return frequencies.map(({ estimate }) => Math.round(estimate * (p - q) + 2 * q + 500));
    };
    const honest = await counts();
    expect(honest.reduce((sum, count) => sum + count, 0)).toBe(1502);
    const third = new Float64Array(3).fill(1 / 3);
    expect(chiSquareTails(pearson(honest, third), 2).upper).toBeGreaterThan(FALSE_ALARM);
    expect(chiSquareTails(pearson(await counts(1), third), 2).upper).toBeLessThan(FALSE_ALARM);
  });

  it("forgotten or too few: nothing is released", async () => {
    const federation = await openFederation({ shuffler: { makeDummies: async () => new Uint8Array(49) } });
    await federation.analyzer.announce(federation.id);
    for (let user = 0; user < 6; user++) await post(federation, await upload(federation));
    federation.pass(60);
    await expect(federation.shuffler.tick()).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    expect((await federation.store.round(federation.id, 1))!.state).toBe("closed");
  });
});
