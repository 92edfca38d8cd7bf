import { DpError } from "../../errors.js";
import type { SignedDocument } from "../messages/signed-document.js";
import type { Study } from "../study/study.js";
import type { ClientStore } from "./client-store.js";

/** An upload that was made and stored, and may have been sent. */
export interface PendingUpload {
  readonly round: number;
  /** Id. */
  readonly announcement: string;
  /** The sealed bytes, hexadecimal: every attempt sends these. */
  readonly body: string;
  readonly delayMs: number;
}

/** The coin of a round: drawn once, and stored before anything is made of it. */
export interface StoredCoin {
  /** Id. */
  readonly announcement: string;
  readonly joins: boolean;
}

/** A study that was joined. */
export interface JoinedStudy {
  readonly url: string;
  readonly signed: SignedDocument;
  /** Hexadecimal; null where anybody may join. */
  readonly credential: string | null;
  /** The last round that this client took part in. */
  readonly last: { readonly round: number; readonly announcement: string } | null;
  readonly pending: PendingUpload | null;
  /** Of the last round with one. */
  readonly coin?: StoredCoin;
  /** Left for good: its budget counts, and nothing more is sent. */
  readonly hasLeft?: true;
}

/** All that a client remembers. */
export interface ClientState {
  readonly version: 1;
  /** By id. */
  readonly studies: Readonly<Record<string, JoinedStudy>>;
}

const EMPTY: ClientState = { version: 1, studies: {} };

/** @throws DpError DATA_UNREADABLE it is no state of a client: nothing is forgotten by mistake */
export async function readState(store: ClientStore): Promise<ClientState> {
  return parsed(await store.read());
}

/**
 * Changes the state in one step, from what it is then; where another process was faster, again.
 *
 * @param change may throw, and then nothing is written
 */
export async function changeState(
  store: ClientStore,
  change: (state: ClientState) => ClientState,
): Promise<ClientState> {
  for (;;) {
    const before = await store.read();
    const after = change(parsed(before));
    if (await store.replace(before, JSON.stringify(after))) return after;
  }
}

/** The state with one study changed. */
export function withStudy(state: ClientState, id: string, study: JoinedStudy): ClientState {
  return { ...state, studies: { ...state.studies, [id]: study } };
}

/** The studies that were joined; they were verified then. */
export function joinedStudies({ studies }: ClientState): readonly Study[] {
  return Object.values(studies).map(({ signed }) => JSON.parse(signed.payload) as Study);
}

function parsed(text: string | undefined): ClientState {
  if (text === undefined) return EMPTY;
  try {
    const state = JSON.parse(text) as ClientState;
    if (state.version === 1) return state;
  } catch {
    // told below
  }
  const message =
    "client: the state must be one that this version wrote, is not; restore it: without it a report may be sent twice";
  throw new DpError("DATA_UNREADABLE", message, { parameter: "state", value: undefined });
}
