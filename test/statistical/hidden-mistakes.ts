/** Mistakes with rotated blocks and dummies, each beside a round without it. */
import { type EventGame, gameOf } from "../../src/auditing/index.js";
import { rotateAndCut } from "../../src/mechanisms/index.js";
import type { MechanismEvent, ShuffleEvent, SubsampledShuffleEvent } from "../../src/privacy/index.js";
import { fillNormals, type RandomSource } from "../../src/random/index.js";

/** What a round is said to be, and what is played. */
export interface HiddenMistake {
  readonly name: string;
  readonly event: MechanismEvent;
  readonly delta: number;
  readonly broken: EventGame;
  readonly sound: EventGame;
  /** Plays in which it is caught. */
  readonly plays: number;
}

const ADJACENCY = "replace-one";
const played = (event: MechanismEvent): EventGame => gameOf(event, { adjacency: ADJACENCY });

const AMONG_DUMMIES: ShuffleEvent = {
  kind: "shuffle",
  users: 2,
  dummies: 20,
  of: { kind: "gaussian", noiseToClip: 1 },
};

const IN_BLOCKS: ShuffleEvent = {
  kind: "shuffle",
  users: 1,
  blocks: 16,
  dummies: 40,
  of: { kind: "gaussian", noiseToClip: 0.3 },
};

/** The only report of a round: in any number of blocks that one draw decides on it tells the same. */
const BY_ONE_DRAW: SubsampledShuffleEvent = {
  kind: "subsampledShuffle",
  users: 10,
  sampled: 1,
  of: { kind: "gaussian", noiseToClip: 0.4 },
};

const BY_MANY_DRAWS: SubsampledShuffleEvent = { ...BY_ONE_DRAW, blocks: 32, joins: "per-block" };

/** Entries of a report, along the first of which the record is ±1. */
const ENTRIES = 30;

/**
 * A report among 20 dummies whose noise is larger or not; the attacker takes the shortest message of all
 * where it is, and else weighs them all.
 */
function amongLouderDummies(factor: number): EventGame {
  const messages = Array.from({ length: 21 }, () => new Float64Array(ENTRIES));
  return {
    trial(secret, source) {
      for (const [index, message] of messages.entries()) {
        fillNormals(source, message, index === 0 ? 1 : factor);
      }
      messages[0]![0]! += secret ? 1 : -1;
      if (factor > 1) return shortest(messages)[0]!;
      return logMeanExp(messages.map(([first]) => first!)) - logMeanExp(messages.map(([first]) => -first!));
    },
  };
}

function shortest(messages: readonly Float64Array[]): Float64Array {
  const norms = messages.map((message) => message.reduce((sum, entry) => sum + entry ** 2, 0));
  return messages[norms.indexOf(Math.min(...norms))]!;
}

/**
 * The round of IN_BLOCKS about a vector with one heavy coordinate or its opposite, as it is cut: in each
 * block what is told lies along the vector's own block.
 */
function cutBy(cut: (vector: Float64Array) => readonly Float64Array[]): EventGame {
  const { dummies = 0, of } = IN_BLOCKS as ShuffleEvent & { of: { noiseToClip: number } };
  const vector = new Float64Array(64);
  vector[5] = 1;
  const norms = cut(vector).map((block) => Math.hypot(...block));
  const lengths = norms.filter((norm) => norm > 0).map((norm) => norm / of.noiseToClip);
  const places = new Float64Array(1 + dummies);
  const scoreOf = (length: number, secret: boolean, source: RandomSource): number => {
    fillNormals(source, places, 1);
    places[0]! += secret ? length : -length;
    const along = Array.from(places, (place) => length * place);
    return logMeanExp(along) - logMeanExp(along.map((each) => -each));
  };
  return {
    trial: (secret, source) => lengths.reduce((sum, length) => sum + scoreOf(length, secret, source), 0),
  };
}

const inTurn = (vector: Float64Array): Float64Array[] =>
  Array.from({ length: 16 }, (_, block) => vector.slice(4 * block, 4 * block + 4));

function logMeanExp(logs: readonly number[]): number {
  const largest = Math.max(...logs);
  return largest + Math.log(logs.reduce((sum, each) => sum + Math.exp(each - largest), 0) / logs.length);
}

export const HIDDEN_MISTAKES: readonly HiddenMistake[] = [
  {
    name: "20 dummies that nobody adds",
    event: AMONG_DUMMIES,
    delta: 0.01,
    broken: played({ ...AMONG_DUMMIES, dummies: 0 }),
    sound: played(AMONG_DUMMIES),
    plays: 1000,
  },
  {
    name: "dummies with twice the noise of the reports, 30 entries",
    event: { ...AMONG_DUMMIES, users: 1 },
    delta: 0.01,
    broken: amongLouderDummies(2),
    sound: amongLouderDummies(1),
    plays: 1200,
  },
  {
    name: "16 blocks of one user that can be linked",
    event: IN_BLOCKS,
    delta: 0.01,
    broken: played({ ...IN_BLOCKS, blocks: 1 }),
    sound: played(IN_BLOCKS),
    plays: 2000,
  },
  {
    name: "one draw for 32 blocks, charged as one for each",
    event: BY_MANY_DRAWS,
    delta: 0.003,
    broken: played(BY_ONE_DRAW),
    sound: played(BY_MANY_DRAWS),
    plays: 8000,
  },
  {
    name: "a heavy coordinate in blocks that are neither rotated nor clipped",
    event: IN_BLOCKS,
    delta: 0.01,
    broken: cutBy(inTurn),
    sound: cutBy(rotateAndCut({ dimension: 64, blocks: 16, clipBound: 1, seed: 3 }).cut),
    plays: 1200,
  },
];
