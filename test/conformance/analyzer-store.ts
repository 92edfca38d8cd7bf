import { describe, expect, it } from "vitest";
import type { AnalyzerStore, WrappedKey } from "../../src/federated/analyzer/analyzer-store.js";

/**
 * A store under test. `reopen` opens the same data again, as after a restart; stores in memory return the
 * same one.
 */
export interface OpenedAnalyzerStore {
  readonly store: AnalyzerStore;
  reopen(): Promise<AnalyzerStore>;
  close(): Promise<void>;
}

const STUDY = "5".repeat(64);
const key = (round: number, masterId = "first"): WrappedKey => ({
  study: STUDY,
  round,
  masterId,
  wrapped: new Uint8Array(60).fill(round),
});
const document = (round: number, text: string) =>
  ({ study: STUDY, round, name: "announcement", text }) as const;

/** What every analyzer's store must do. */
export function conformsAsAnalyzerStore(name: string, open: () => Promise<OpenedAnalyzerStore>): void {
  const withStore =
    (body: (store: AnalyzerStore, opened: OpenedAnalyzerStore) => Promise<void>) => async () => {
      const opened = await open();
      try {
        await body(opened.store, opened);
      } finally {
        await opened.close();
      }
    };
  describe(`${name} as an analyzer's store`, () => {
    it(
      "commits entries, key and documents together, and keeps them",
      withStore(async (store, opened) => {
        const change = { ledger: "people", after: 0, entries: ["one", "two"], key: key(1) };
        expect(await store.commit({ ...change, documents: [document(1, "signed")] })).toBe(true);
        const again = await opened.reopen();
        expect(await again.length("people")).toBe(2);
        expect(await again.entries("people", 0)).toEqual(["one", "two"]);
        expect(await again.entries("people", 1)).toEqual(["two"]);
        expect(await again.key(STUDY, 1)).toEqual(key(1));
        expect(await again.document(STUDY, 1, "announcement")).toBe("signed");
        expect(await again.document(STUDY, 1, "result")).toBeUndefined();
        expect(await again.document(STUDY, 2, "announcement")).toBeUndefined();
        expect(await again.length("others")).toBe(0);
        expect(await again.key(STUDY, 2)).toBeUndefined();
      }),
    );

    it(
      "changes nothing where the ledger has another length",
      withStore(async (store) => {
        await store.commit({ ledger: "people", after: 0, entries: ["one"], key: key(1) });
        for (const after of [0, 2]) {
          const change = {
            ledger: "people",
            after,
            entries: ["x"],
            key: key(2),
            documents: [document(2, "x")],
          };
          expect(await store.commit({ ...change, eraseKey: { study: STUDY, round: 1 } })).toBe(false);
        }
        expect(await store.entries("people", 0)).toEqual(["one"]);
        expect(await store.keys()).toEqual([key(1)]);
        expect(await store.document(STUDY, 2, "announcement")).toBeUndefined();
      }),
    );

    it(
      "replaces a document, and may change without an entry",
      withStore(async (store) => {
        await store.commit({ ledger: "people", after: 0, entries: ["one"], documents: [document(1, "a")] });
        expect(
          await store.commit({ ledger: "people", after: 1, entries: [], documents: [document(1, "b")] }),
        ).toBe(true);
        expect(await store.length("people")).toBe(1);
        expect(await store.document(STUDY, 1, "announcement")).toBe("b");
      }),
    );

    it(
      "lets one of many changes at once win",
      withStore(async (store) => {
        const attempts = Array.from({ length: 50 }, (_, index) =>
          store.commit({ ledger: "people", after: 0, entries: [String(index)], key: key(index) }),
        );
        const won = (await Promise.all(attempts)).flatMap((isWon, index) => (isWon ? [index] : []));
        expect(won).toHaveLength(1);
        expect(await store.entries("people", 0)).toEqual([String(won[0])]);
        expect(await store.keys()).toEqual([key(won[0]!)]);
      }),
    );

    it(
      "erases a key, and wraps the others anew, all or none",
      withStore(async (store, opened) => {
        for (const round of [1, 2, 3])
          await store.commit({ ledger: "people", after: round - 1, entries: ["x"], key: key(round) });
        await store.commit({
          ledger: "people",
          after: 3,
          entries: ["y"],
          eraseKey: { study: STUDY, round: 2 },
        });
        expect(await store.rewrap([key(1, "second")])).toBe(false);
        expect(await store.rewrap([key(1, "second"), key(2, "second"), key(3, "second")])).toBe(false);
        expect(await store.rewrap([key(1, "second"), key(3, "second")])).toBe(true);
        const again = await opened.reopen();
        const byRound = [...(await again.keys())].sort((a, b) => a.round - b.round);
        expect(byRound).toEqual([key(1, "second"), key(3, "second")]);
      }),
    );

    it(
      "keeps the last state of a training with the change that made it, or not at all",
      withStore(async (store, opened) => {
        const state = (round: number) => ({ study: STUDY, round, bytes: new Uint8Array([round, 255, 0]) });
        expect(await store.state(STUDY)).toBeUndefined();
        await store.commit({ ledger: "people", after: 0, entries: ["one"], state: state(0) });
        const result = [document(1, "result")];
        const isLate = store.commit({
          ledger: "people",
          after: 0,
          entries: [],
          documents: result,
          state: state(2),
        });
        expect(await isLate).toBe(false);
        expect(await store.state(STUDY)).toEqual(state(0));
        expect(
          await store.commit({ ledger: "people", after: 1, entries: [], documents: result, state: state(1) }),
        ).toBe(true);
        const again = await opened.reopen();
        expect(await again.state(STUDY)).toEqual(state(1));
        expect(await again.state("6".repeat(64))).toBeUndefined();
      }),
    );
  });
}
