import type { Study } from "../study/study.js";
import type { Answers } from "../study/survey-slots.js";
import type { PendingUpload } from "./client-state.js";
import type { PersonalSpent } from "./personal-limits.js";
import type { UploadOutcome } from "./send-upload.js";

/**
 * A study to join: the id that the user consented to, where it is served, and the credential where it asks
 * for one.
 */
export interface Invitation {
  readonly url: string;
  readonly study: string;
  readonly credential?: Uint8Array;
}

/** What a user puts into a round: answers, or what her device computes with. Its task checks it. */
export type ClientInput = Answers | ((weights: Float32Array) => unknown);

/** One user's part in a round. */
export interface Participation {
  /** 0 where no round is open. */
  readonly round: number;
  /**
   * `none`: no round is open; `before`: this client took part already; `absent`: its coin kept it out of the
   * round, in which absentees send nothing.
   */
  readonly outcome: UploadOutcome | "none" | "before" | "absent";
}

/** Where a user stands in a study that she joined. */
export interface Standing {
  /** The last round that this client took part in; 0 where there is none. */
  readonly round: number;
  /** An upload that was stored and not answered yet; every attempt sends its bytes. */
  readonly pending: PendingUpload | null;
  /** Whether she left for good. */
  readonly hasLeft: boolean;
}

/** A user's side of studies. */
export interface Client {
  /**
   * Joins a study: its budget counts from now on.
   *
   * @throws DpError REFUSED another study than the one consented to, one that was left, a test, or too large
   *   an epsilon; BUDGET_EXCEEDED a personal limit; BAD_SIGNATURE
   */
  join(invitation: Invitation): Promise<Study>;
  /**
   * Takes part in the open round, once: stores the sealed upload before the network sees anything, waits for
   * a random time, sends it.
   *
   * An upload that was stored before, and not answered, is sent first, with the same bytes.
   *
   * @param input the answers of a survey; in a training what computes the gradient, see `trainingTask`
   * @throws DpError NOT_FOUND the study was not joined; BAD_INPUT or OUT_OF_RANGE an answer; REFUSED the
   *   announcement repeats a number, the study was left, or a real study's source is seeded;
   *   STORE_UNAVAILABLE nobody answers
   */
  takePart(study: string, input: ClientInput, signal?: AbortSignal): Promise<Participation>;
  /**
   * Leaves a study for good: forgets the credential and what was not sent yet, and sends nothing more. Its
   * budget stays counted, since what was sent cannot be found again.
   *
   * @throws DpError NOT_FOUND the study was not joined
   */
  leave(study: string): Promise<void>;
  /**
   * Sends what was stored and not answered.
   *
   * @throws DpError NOT_FOUND the study was not joined; REFUSED it was left meanwhile
   */
  resume(study: string, signal?: AbortSignal): Promise<Participation>;
  /** Undefined where the study was not joined. */
  standing(study: string): Promise<Standing | undefined>;
  /** What all studies together may spend. */
  spent(): Promise<PersonalSpent>;
}
