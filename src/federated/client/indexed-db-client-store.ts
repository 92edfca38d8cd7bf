import { DpError } from "../../errors.js";
import { checkOptions } from "../../validate.js";
import type { ClientStore } from "./client-store.js";

/** What is used of a page's `indexedDB`. */
export interface IndexedDbFactory {
  /** An `IDBOpenDBRequest`. */
  open(name: string, version: number): unknown;
}

interface Asked<Result> {
  readonly result: Result;
  readonly error: unknown;
  onsuccess: ((event: never) => unknown) | null;
  onerror: ((event: never) => unknown) | null;
}

interface IndexedDbOpening extends Asked<IndexedDb> {
  onupgradeneeded: ((event: never) => unknown) | null;
}

interface IndexedDb {
  createObjectStore(name: string): unknown;
  transaction(
    stores: string[],
    mode: "readwrite",
    options: { readonly durability: "strict" },
  ): IndexedDbTransaction;
  close(): void;
}

interface IndexedDbTransaction {
  readonly error: unknown;
  objectStore(name: string): {
    get(key: string): Asked<unknown>;
    put(value: string, key: string): unknown;
  };
  oncomplete: ((event: never) => unknown) | null;
  onabort: ((event: never) => unknown) | null;
}

/** Where a page keeps a client's state. */
export interface IndexedDbClientStoreOptions {
  /** Of the database; default "croupier-client". */
  readonly name?: string;
  /** The page's own by default. */
  readonly indexedDB?: IndexedDbFactory;
}

const STATE = "state";

/**
 * A client's state in a page's IndexedDB: it outlives the page, and tabs of one origin share it.
 *
 * A replacement is one transaction with strict durability. Whoever clears the site's data forgets what was
 * sent, and may report twice.
 *
 * @throws DpError UNSUPPORTED there is no IndexedDB here, or it cannot be opened: a private window may refuse
 */
export async function indexedDbClientStore(options: IndexedDbClientStoreOptions = {}): Promise<ClientStore> {
  const { name = "croupier-client", indexedDB } = checkOptions("indexedDbClientStore", options);
  const factory = indexedDB ?? (globalThis as { readonly indexedDB?: IndexedDbFactory }).indexedDB;
  if (factory === undefined) throw unsupported("is none");
  const database = await opened(factory, name).catch((error: unknown) => {
    throw unsupported(String(error), error);
  });
  return {
    read: () => inTransaction<string | undefined>(database, (_, before, done) => done(before)),
    replace: (before, after) =>
      inTransaction<boolean>(database, (put, now, done) => {
        if (now !== before) return done(false);
        put(after);
        done(true);
      }),
  };
}

function opened(factory: IndexedDbFactory, name: string): Promise<IndexedDb> {
  return new Promise((resolve, reject) => {
    const opening = factory.open(name, 1) as IndexedDbOpening;
    opening.onupgradeneeded = () => opening.result.createObjectStore(STATE);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

/** Resolves when the transaction is complete: what was put is on the disk then. */
function inTransaction<Result>(
  database: IndexedDb,
  work: (put: (state: string) => void, before: string | undefined, done: (result: Result) => void) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction([STATE], "readwrite", { durability: "strict" });
    const store = transaction.objectStore(STATE);
    const asked = store.get(STATE);
    let result: Result;
    asked.onsuccess = () =>
      work(
        (state) => store.put(state, STATE),
        asked.result as string | undefined,
        (made) => {
          result = made;
        },
      );
    transaction.oncomplete = () => resolve(result);
    transaction.onabort = () => reject(unavailable(transaction.error));
  });
}

function unsupported(reason: string, cause?: unknown): DpError {
  const message = `indexedDbClientStore: IndexedDB must be there, ${reason}; leave the private window, or give another store`;
  return new DpError("UNSUPPORTED", message, { parameter: "indexedDB", value: undefined }, cause);
}

function unavailable(cause: unknown): DpError {
  const message = "indexedDbClientStore: the state must be kept, was not; nothing was sent, try again later";
  return new DpError("STORE_UNAVAILABLE", message, { parameter: "store", value: undefined }, cause);
}
