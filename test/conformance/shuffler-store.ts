import { describe, expect, it } from "vitest";
import type {
  ChainPart,
  OpenedRound,
  ShufflerStore,
  Upload,
} from "../../src/federated/shuffler/shuffler-store.js";

/**
 * A store under test. `reopen` opens the same data again, as after a restart; stores in memory return the
 * same one.
 */
export interface OpenedShufflerStore {
  readonly store: ShufflerStore;
  reopen(): Promise<ShufflerStore>;
  close(): Promise<void>;
}

const STUDY = "5".repeat(64);
const bytes = (length: number, fill: number) => new Uint8Array(length).fill(fill);

export function openedRound(number: number, more: Partial<OpenedRound> = {}): OpenedRound {
  return {
    study: STUDY,
    number,
    announcementId: String(number).padStart(64, "a"),
    announcement: "{}",
    opening: "{}",
    publicKey: String(number).padStart(64, "b"),
    closesAt: 1000 * number,
    cap: 1000,
    slots: 2,
    orderKey: bytes(32, number),
    ...more,
  };
}

function upload(user: number, rows: readonly [number, number] = [2 * user, 2 * user + 1]): Upload {
  const sender = bytes(32, 0);
  new DataView(sender.buffer).setUint32(0, user);
  return { sender, rows: rows.map(row) };
}

/** The key is the number spread, so that keys do not come in the order of the numbers. */
function row(number: number): { key: Uint8Array; bytes: Uint8Array } {
  const key = bytes(16, 0);
  new DataView(key.buffer).setUint32(0, Math.imul(number, 0x9e3779b1) >>> 0);
  new DataView(key.buffer).setUint32(12, number);
  const sealed = bytes(49, number % 256);
  new DataView(sealed.buffer).setUint32(0, number);
  return { key, bytes: sealed };
}

function chainAfter(length: number, ...entries: string[]): ChainPart {
  return { ledger: "people", after: length, entries };
}

async function content(store: ShufflerStore, slot: number, round = 1): Promise<number[]> {
  const numbers: number[] = [];
  for await (const part of store.rows(STUDY, round, slot)) {
    const view = new DataView(part.buffer, part.byteOffset, part.length);
    for (let offset = 0; offset < part.length; offset += 49) numbers.push(view.getUint32(offset));
  }
  return numbers;
}

function inKeyOrder(numbers: readonly number[]): number[] {
  const keyOf = (number: number) => Buffer.from(row(number).key).toString("hex");
  return [...numbers].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/**
 * What every shuffler's store must do.
 *
 * @param databases over which it spreads the uploads, by the first four bytes of their senders: users whose
 *   numbers differ by a multiple meet
 */
export function conformsAsShufflerStore(
  name: string,
  open: () => Promise<OpenedShufflerStore>,
  databases = 1,
): void {
  const other = 1 + databases;
  const withStore =
    (body: (store: ShufflerStore, opened: OpenedShufflerStore) => Promise<void>) => async () => {
      const opened = await open();
      try {
        await body(opened.store, opened);
      } finally {
        await opened.close();
      }
    };
  describe(`${name} as a shuffler's store`, () => {
    it(
      "keeps digests of credentials, by study",
      withStore(async (store) => {
        await store.enrol(STUDY, [bytes(32, 1), bytes(32, 2)]);
        await store.enrol(STUDY, [bytes(32, 2), bytes(32, 3)]);
        for (const fill of [1, 2, 3]) expect(await store.isEnrolled(STUDY, bytes(32, fill))).toBe(true);
        expect(await store.isEnrolled(STUDY, bytes(32, 4))).toBe(false);
        expect(await store.isEnrolled("6".repeat(64), bytes(32, 1))).toBe(false);
      }),
    );

    it(
      "opens a round with its part of the chain, or neither",
      withStore(async (store) => {
        expect(await store.openRound(openedRound(1), chainAfter(0, "one", "two"))).toBe(true);
        expect(await store.round(STUDY, 1)).toEqual({
          ...openedRound(1),
          state: "collecting",
          reports: undefined,
          outcome: undefined,
          result: undefined,
        });
        // The chain is longer; a round collects.
        expect(await store.openRound(openedRound(2), chainAfter(1, "three"))).toBe(false);
        expect(await store.openRound(openedRound(2), chainAfter(2, "three"))).toBe(false);
        await store.close(STUDY, 1);
        expect(await store.openRound(openedRound(2), chainAfter(2, "three"))).toBe(false);
        expect(await store.endIntake(STUDY, 1, "cancelled", "x")).toBe(true);
        // The number was used; the key was used, by another study too.
        expect(
          await store.openRound(openedRound(1, { publicKey: "c".repeat(64) }), chainAfter(2, "three")),
        ).toBe(false);
        const { publicKey } = openedRound(1);
        for (const study of [STUDY, "6".repeat(64)])
          expect(await store.openRound(openedRound(2, { publicKey, study }), chainAfter(2, "three"))).toBe(
            false,
          );
        expect(await store.chain("people", 0)).toEqual(["one", "two"]);
        expect(await store.openRound(openedRound(2), chainAfter(2, "three"))).toBe(true);
        expect(await store.chainLength("people")).toBe(3);
        expect(await store.chain("people", 2)).toEqual(["three"]);
        expect(await store.chainLength("others")).toBe(0);
        expect((await store.rounds(STUDY)).map(({ number, state }) => [number, state])).toEqual([
          [1, "cancelled"],
          [2, "collecting"],
        ]);
        expect(await store.lastRound(STUDY)).toEqual(await store.round(STUDY, 2));
        expect(await store.unfinishedRounds(STUDY)).toEqual([await store.round(STUDY, 2)]);
        expect(await store.lastRound("6".repeat(64))).toBeUndefined();
        expect(await store.unfinishedRounds("6".repeat(64))).toEqual([]);
      }),
    );

    it(
      "lets one of many openings at once win",
      withStore(async (store) => {
        const attempts = Array.from({ length: 20 }, (_, index) =>
          store.openRound(
            openedRound(1, { publicKey: String(index).padStart(64, "d") }),
            chainAfter(0, String(index)),
          ),
        );
        expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1);
        expect(await store.chainLength("people")).toBe(1);
      }),
    );

    it(
      "accepts an upload whole, once, in the order of keys",
      withStore(async (store, opened) => {
        await store.openRound(openedRound(1), chainAfter(0));
        const users = Array.from({ length: 50 }, (_, user) => user);
        for (const user of users) expect(await store.accept(STUDY, 1, upload(user))).toBe("accepted");
        for (const user of users) expect(await store.accept(STUDY, 1, upload(user))).toBe("repeated");
        await store.close(STUDY, 1);
        expect(await content(store, 0)).toEqual(inKeyOrder(users.map((user) => 2 * user)));
        const again = await opened.reopen();
        expect(await content(again, 1)).toEqual(inKeyOrder(users.map((user) => 2 * user + 1)));
        expect((await again.round(STUDY, 1))!.reports).toBe(50);
      }),
    );

    it(
      "refuses half of an upload that is there, and inserts nothing",
      withStore(async (store) => {
        await store.openRound(openedRound(1), chainAfter(0));
        expect(await store.accept(STUDY, 1, upload(1))).toBe("accepted");
        expect(await store.accept(STUDY, 1, upload(1, [2, 99]))).toBe("conflict");
        expect(await store.accept(STUDY, 1, upload(1, [98, 99]))).toBe("conflict");
        expect(await store.accept(STUDY, 1, upload(other, [2, 99]))).toBe("conflict");
        expect(await store.accept(STUDY, 1, upload(other, [98, 3]))).toBe("conflict");
        expect(await store.accept(STUDY, 1, upload(other, [2, 3]))).toBe("conflict");
        // One record in two slots: its key differs by slot in truth, but stores need not know.
        expect(await store.accept(STUDY, 1, upload(3, [3, 2]))).toBe("accepted");
        await store.close(STUDY, 1);
        expect(await content(store, 0)).toEqual(inKeyOrder([2, 3]));
        expect((await store.round(STUDY, 1))!.reports).toBe(2);
      }),
    );

    it(
      "accepts the same upload once, of many at once",
      withStore(async (store) => {
        await store.openRound(openedRound(1), chainAfter(0));
        const answers = await Promise.all(
          Array.from({ length: 20 }, () => store.accept(STUDY, 1, upload(7))),
        );
        expect(answers.sort()).toEqual(["accepted", ...Array.from({ length: 19 }, () => "repeated")]);
      }),
    );

    it(
      "takes no more than the cap, retries aside",
      withStore(async (store) => {
        await store.openRound(openedRound(1, { cap: 2 }), chainAfter(0));
        const users = [1, other, 1 + 2 * databases, 1];
        const answers = users.map((user) => store.accept(STUDY, 1, upload(user)));
        expect(await Promise.all(answers)).toEqual(["accepted", "accepted", "full", "repeated"]);
      }),
    );

    it(
      "takes no more than the cap of people whoever they are",
      withStore(async (store) => {
        await store.openRound(openedRound(1, { cap: 5 }), chainAfter(0));
        const answers: string[] = [];
        expect(await store.isFull(STUDY, 1)).toBe(false);
        for (let user = 0; user < 9; user++) {
          answers.push(await store.accept(STUDY, 1, upload(user)));
          expect(await store.isFull(STUDY, 1)).toBe(user >= 4);
        }
        expect(await store.isFull(STUDY, 2)).toBe(false);
        expect(answers).toEqual([...Array(5).fill("accepted"), ...Array(4).fill("full")]);
        await store.close(STUDY, 1);
        expect((await store.round(STUDY, 1))!.reports).toBe(5);
        expect(await content(store, 0)).toHaveLength(5);
      }),
    );

    it(
      "closes: each upload of a race is in the batch or refused",
      withStore(async (store) => {
        await store.openRound(openedRound(1), chainAfter(0));
        const inserts = Array.from({ length: 1000 }, (_, user) => user).map(async (user) => {
          if (user === 500) void store.close(STUDY, 1);
          return [user, await store.accept(STUDY, 1, upload(user))] as const;
        });
        const answers = await Promise.all(inserts);
        await store.close(STUDY, 1);
        const accepted = answers.filter(([, answer]) => answer === "accepted").map(([user]) => 2 * user);
        expect(new Set(answers.map(([, answer]) => answer)).size).toBeLessThanOrEqual(2);
        expect(answers.every(([, answer]) => answer === "accepted" || answer === "closed")).toBe(true);
        expect(await content(store, 0)).toEqual(inKeyOrder(accepted));
        expect((await store.round(STUDY, 1))!.reports).toBe(accepted.length);
        expect(await store.accept(STUDY, 1, upload(2000))).toBe("closed");
        expect(await store.accept(STUDY, 2, upload(2000))).toBe("closed");
      }),
    );

    it(
      "adds dummies beside reports until the intake ends, each key once",
      withStore(async (store) => {
        await store.openRound(openedRound(1), chainAfter(0));
        await store.accept(STUDY, 1, upload(1));
        await store.addDummies(STUDY, 1, 0, [row(10), row(11)]);
        await store.close(STUDY, 1);
        const other = { key: row(11).key, bytes: bytes(49, 255) };
        await store.addDummies(STUDY, 1, 0, [other, row(12)]);
        expect(await content(store, 0)).toEqual(inKeyOrder([2, 10, 11, 12]));
        expect(await content(store, 1)).toEqual([3]);
        expect(
          await store.hasRows(
            STUDY,
            1,
            0,
            [10, 13, 12].map((number) => row(number).key),
          ),
        ).toEqual([true, false, true]);
        expect(await store.hasRows(STUDY, 1, 1, [row(10).key])).toEqual([false]);
        // Dummies are no uploads.
        expect((await store.round(STUDY, 1))!.reports).toBe(1);
        await store.endIntake(STUDY, 1, "cancelled", "x");
        await store.addDummies(STUDY, 1, 0, [row(13)]);
        expect(await content(store, 0)).toEqual([]);
      }),
    );

    it(
      "freezes a batch, and forgets the intake when it ends",
      withStore(async (store, opened) => {
        await store.openRound(openedRound(1), chainAfter(0));
        for (let user = 0; user < 30; user++) await store.accept(STUDY, 1, upload(user));
        expect(await store.endIntake(STUDY, 1, "released", "header")).toBe(false);
        await store.close(STUDY, 1);
        async function* half() {
          yield bytes(100, 9);
        }
        await store.writeBatch(STUDY, 1, 0, half());
        for (const slot of [0, 1]) await store.writeBatch(STUDY, 1, slot, store.rows(STUDY, 1, slot));
        const whole = await store.readBatch(STUDY, 1, 0, 0, 1e6);
        expect(whole).toHaveLength(30 * 49);
        expect(await store.endIntake(STUDY, 1, "released", "header")).toBe(true);
        expect(await store.endIntake(STUDY, 1, "released", "another")).toBe(false);
        expect(await store.endIntake(STUDY, 1, "cancelled", "another")).toBe(false);
        const again = await opened.reopen();
        expect(await again.round(STUDY, 1)).toMatchObject({
          state: "released",
          outcome: "header",
          orderKey: undefined,
          reports: 30,
        });
        expect(await content(again, 0)).toEqual([]);
        expect(await again.readBatch(STUDY, 1, 0, 0, 1e6)).toEqual(whole);
        expect(await again.readBatch(STUDY, 1, 0, 49, 98)).toEqual(whole.slice(49, 147));
        expect(await again.readBatch(STUDY, 1, 0, 29 * 49, 98)).toEqual(whole.slice(29 * 49));
        expect(await again.accept(STUDY, 1, upload(0))).toBe("closed");
        await again.close(STUDY, 1);
        expect((await again.round(STUDY, 1))!.state).toBe("released");
        expect(await again.drop(STUDY, 1, "done", "result")).toBe(true);
        expect(await again.drop(STUDY, 1, "expired", undefined)).toBe(false);
        expect(await again.readBatch(STUDY, 1, 0, 0, 1e6)).toHaveLength(0);
        expect(await again.round(STUDY, 1)).toMatchObject({
          state: "done",
          result: "result",
          outcome: "header",
        });
      }),
    );

    it(
      "cancels a round that collects or is closed, and drops none that is not released",
      withStore(async (store) => {
        await store.openRound(openedRound(1), chainAfter(0));
        await store.accept(STUDY, 1, upload(1));
        expect(await store.drop(STUDY, 1, "done", "result")).toBe(false);
        expect(await store.endIntake(STUDY, 1, "cancelled", "signed")).toBe(true);
        expect(await store.round(STUDY, 1)).toMatchObject({
          state: "cancelled",
          outcome: "signed",
          orderKey: undefined,
          reports: 1,
        });
        expect(await store.accept(STUDY, 1, upload(1))).toBe("closed");
        expect(await store.drop(STUDY, 1, "expired", undefined)).toBe(false);
      }),
    );

    it(
      "keeps weights by their hash, whole, until they are dropped",
      withStore(async (store, opened) => {
        const [one, two] = ["1".repeat(64), "2".repeat(64)];
        const large = new Uint8Array(300_000).map((_, index) => index % 251);
        await store.keepWeights(STUDY, one, large);
        await store.keepWeights(STUDY, one, bytes(7, 9));
        await store.keepWeights(STUDY, two, bytes(3, 4));
        const again = await opened.reopen();
        expect(await again.weights(STUDY, one)).toEqual(large);
        expect(await again.weights(STUDY, two)).toEqual(bytes(3, 4));
        expect(await again.weights("6".repeat(64), one)).toBeUndefined();
        await again.dropWeights("6".repeat(64), []);
        await again.dropWeights(STUDY, [two, "3".repeat(64)]);
        expect(await again.weights(STUDY, one)).toBeUndefined();
        expect(await again.weights(STUDY, two)).toEqual(bytes(3, 4));
        await again.dropWeights(STUDY, []);
        expect(await again.weights(STUDY, two)).toBeUndefined();
      }),
    );
  });
}
