import type { RandomSource } from "../../random/index.js";
import type { Study } from "../study/study.js";

/** What a client does for studies of one task; a client knows those that it is opened with. */
export interface ClientTask<Of extends Study = Study> {
  readonly task: Of["task"];
  /** Checks a study; throws where it is none of this task. */
  read(name: string, value: unknown): Of;
  /**
   * Makes a round ready: checks what the user put in, and fetches what is needed. It draws nothing, and what
   * the network sees does not depend on the input.
   *
   * @throws DpError BAD_INPUT or OUT_OF_RANGE the input; REFUSED what was fetched is not what was announced
   */
  prepare(study: Of, input: unknown, round: RoundToTake): Promise<PreparedRound>;
}

/** The round that a client takes part in. */
export interface RoundToTake {
  readonly number: number;
  /** Of the announcement. */
  readonly weights: string | null;
  /** Bytes that the shuffler serves under their SHA-256, checked. */
  fetchWeights(sha256: string): Promise<Uint8Array>;
}

/** A round whose randomness is not drawn yet. */
export interface PreparedRound {
  /** Whether a coin decides who joins; it is drawn once, and kept. */
  readonly hasCoin: boolean;
  /** Whether those who do not join send dummies, or nothing. */
  readonly absentees: "dummy" | "silent";
  joins(source: RandomSource): boolean;
  /**
   * The plaintext of each slot, about the input. Where it throws, dummies are sent in their place: whether
   * somebody reports must not depend on her data.
   */
  report(source: RandomSource): Promise<readonly Uint8Array[]>;
  dummies(source: RandomSource): readonly Uint8Array[];
}
