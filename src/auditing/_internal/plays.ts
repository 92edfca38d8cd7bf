import { DpError } from "../../errors.js";
import type { RandomSource } from "../../random/index.js";
import { show } from "../../validate.js";
import type { Game } from "../game.js";
import type { Scores } from "../scores.js";

/**
 * Plays that share one stream of random bits: what is drawn depends on the chunk's number and not on who
 * plays it.
 */
export const CHUNK = 1024;

/** What came out of consecutive plays. */
export interface Plays {
  /** 0 or 1. */
  readonly secrets: Uint8Array;
  readonly scores: Float64Array;
}

/** The streams of a chunk: secrets must not be drawn from what the system draws from. */
const SECRETS = 0;
const SYSTEM = 1;

/**
 * Plays a chunk; ends early where `isStopped`. `onPlay` is called after each play, and what it returns is
 * waited for: a game that never waits for anything outside would keep signals from being heard.
 */
export async function playChunk(
  game: Game,
  source: RandomSource,
  chunk: {
    readonly index: number;
    readonly plays: number;
    readonly isStopped: () => boolean;
    readonly onPlay?: (plays: number) => Promise<void> | undefined;
  },
): Promise<Plays> {
  const { isStopped, onPlay } = chunk;
  const { secrets, system, scores } = dealChunk(source, chunk);
  const first = (plays: number): Plays => ({
    secrets: secrets.slice(0, plays),
    scores: scores.slice(0, plays),
  });
  for (let play = 0; play < chunk.plays; play++) {
    const answer = game.trial(secrets[play] === 1, system);
    const score = typeof answer === "number" ? answer : await unlessStopped(answer, isStopped);
    if (score === STOPPED) return first(play);
    scores[play] = checkScore(score);
    const turn = onPlay?.(play + 1);
    if (turn === undefined) continue;
    await turn;
    if (isStopped()) return first(play + 1);
  }
  return { secrets, scores };
}

/** The same of a game that answers at once. */
export function playChunkNow(
  trial: (secret: boolean, source: RandomSource) => number,
  source: RandomSource,
  chunk: { readonly index: number; readonly plays: number; readonly isStopped: () => boolean },
): Plays {
  const { secrets, system, scores } = dealChunk(source, chunk);
  for (let play = 0; play < chunk.plays; play++) {
    if (chunk.isStopped()) return { secrets: secrets.slice(0, play), scores: scores.slice(0, play) };
    scores[play] = checkScore(trial(secrets[play] === 1, system));
  }
  return { secrets, scores };
}

function dealChunk(
  source: RandomSource,
  { index, plays }: { readonly index: number; readonly plays: number },
): Plays & { readonly system: RandomSource } {
  const stream = source.fork(index);
  const secrets = fairBits(stream.fork(SECRETS), plays);
  return { secrets, system: stream.fork(SYSTEM), scores: new Float64Array(plays) };
}

const STOPPED = Symbol("stopped");

/** A play that ends, or fails, after the audit was stopped does not count. */
async function unlessStopped(
  answer: number | Promise<number>,
  isStopped: () => boolean,
): Promise<number | typeof STOPPED> {
  try {
    const score = await answer;
    return isStopped() ? STOPPED : score;
  } catch (error) {
    if (isStopped()) return STOPPED;
    throw error;
  }
}

/** Fair, independent bits, `count` of them. */
export function fairBits(source: RandomSource, count: number): Uint8Array {
  const words = new Uint32Array(Math.ceil(count / 32));
  source.fill(words);
  return Uint8Array.from({ length: count }, (_, index) => (words[index >>> 5]! >>> (index & 31)) & 1);
}

function checkScore(score: unknown): number {
  if (typeof score === "number" && !Number.isNaN(score)) return score;
  const allowed = "a number, infinite ones included";
  throw new DpError("BAD_INPUT", `audit: the game's score must be ${allowed}, got ${show(score)}`, {
    parameter: "audit: the game's score",
    value: score,
    allowed,
  });
}

/** The first plays' scores by secret. */
export function scoresOf({ secrets, scores }: Plays, plays: number): Scores {
  let ones = 0;
  for (let play = 0; play < plays; play++) ones += secrets[play]!;
  const present = new Float64Array(ones);
  const absent = new Float64Array(plays - ones);
  let i = 0;
  let j = 0;
  for (let play = 0; play < plays; play++) {
    if (secrets[play] === 1) present[i++] = scores[play]!;
    else absent[j++] = scores[play]!;
  }
  return { absent, present };
}
