import { DOMAIN, type Range } from "../validate.js";
import type {
  Absentees,
  BlocksAndDummies,
  DummiesBy,
  DummyTotal,
  Joins,
  MechanismEvent,
  MechanismKind,
} from "./mechanism-event.js";

/**
 * A field of an event: what `readEvent` and the constructors check, and what the JSON Schema and
 * docs/events.md say.
 */
export interface EventField {
  /** What it means, in words. */
  readonly meaning: string;
  /** Its symbol in the papers. */
  readonly symbol?: string;
  /**
   * A number of this range, one of these words, an event, an array of events or of answers, or a channel's
   * matrix.
   */
  readonly type: Range | readonly string[] | "event" | "events" | "answers" | "matrix";
  /** What the number counts or is measured in. */
  readonly unit?: string;
  /** Whether it may be left out; default false. */
  readonly optional?: boolean;
  /** What it says where it is left out: it is then not written out. */
  readonly byDefault?: number | string;
  /** Of several fields with the same words here, exactly one is given. */
  readonly oneOf?: string;
  /** The field that the number may not exceed. */
  readonly atMost?: string;
}

/** An event kind: what happened, and its fields. */
export interface EventKind<Field extends string = string> {
  /** What happened, in a sentence. */
  readonly meaning: string;
  readonly fields: Readonly<Record<Field, EventField>>;
}

type FieldOf<Event extends MechanismEvent> = Event extends unknown ? Exclude<keyof Event, "kind"> : never;

const AT_LEAST_TWO: Range = { ...DOMAIN.count, min: 2 };

const USERS: EventField = {
  meaning: "users in the data set",
  symbol: "n",
  type: DOMAIN.count,
  unit: "users",
};
const LOCAL_EPSILON: EventField = {
  meaning: "epsilon of one report by itself",
  symbol: "ε₀",
  type: DOMAIN.localEpsilon,
  unit: "nats",
};
const BLOCKS_AND_DUMMIES: Readonly<Record<keyof BlocksAndDummies, EventField>> = {
  blocks: {
    meaning:
      "blocks that a vector with Gaussian noise is rotated and cut into, each clipped to C / √m, with the vector's noise on its entries, and shuffled by itself; 1 where left out",
    symbol: "m",
    type: DOMAIN.blocks,
    unit: "blocks",
    optional: true,
    byDefault: 1,
  },
  joins: {
    meaning:
      'whether one coin or sample decides on all blocks of a user, or one for each block; "once" where left out, of no effect where all users report',
    type: ["once", "per-block"] satisfies Joins[],
    optional: true,
    byDefault: "once",
  },
  dummies: {
    meaning: "reports of pure noise that are shuffled in, for each block and round; 0 where left out",
    symbol: "D",
    type: { ...DOMAIN.count, min: 0 },
    unit: "reports",
    optional: true,
    byDefault: 0,
  },
  dummiesBy: {
    meaning: 'who adds the dummies; "shuffler" where left out',
    type: ["shuffler", "users"] satisfies DummiesBy[],
    optional: true,
    byDefault: "shuffler",
  },
};
const REPORT: EventField = { meaning: "what each user who takes part sends", type: "event" };

/** Every event kind with its fields: the one place that says what they are. */
export const EVENT_KINDS: {
  readonly [Kind in MechanismKind]: EventKind<FieldOf<Extract<MechanismEvent, { readonly kind: Kind }>>>;
} = {
  gaussian: {
    meaning: "Gaussian noise on a vector, or on a sum of vectors, each clipped to l2 norm C.",
    fields: {
      noiseMultiplier: {
        meaning: "standard deviation over the l2 sensitivity of the adjacency in use",
        symbol: "σ",
        type: DOMAIN.noise,
        unit: "sensitivities",
        oneOf: "the noise",
      },
      noiseToClip: {
        meaning: "standard deviation over the clip bound C, the same noise under every adjacency",
        symbol: "s / C",
        type: DOMAIN.noise,
        unit: "clip bounds",
        oneOf: "the noise",
      },
    },
  },
  local: {
    meaning: "One report of any local randomizer that is (epsilon, delta)-LDP.",
    fields: {
      epsilon: LOCAL_EPSILON,
      delta: {
        meaning: "delta of one report by itself, 0 where left out",
        symbol: "δ₀",
        type: { ...DOMAIN.delta, orZero: true },
        unit: "probability",
        optional: true,
      },
    },
  },
  randomizedResponse: {
    meaning: "One report by k-ary randomized response: the truth with probability e^ε₀ / (e^ε₀ + k - 1).",
    fields: {
      epsilon: LOCAL_EPSILON,
      categories: {
        meaning: "answers to choose from",
        symbol: "k",
        type: AT_LEAST_TWO,
        unit: "answers",
      },
    },
  },
  subsetResponse: {
    meaning:
      "One report of a randomizer of two levels: relative to a base law of the reports, e^ε₀ times as likely on a set that belongs to the input as elsewhere.",
    fields: {
      epsilon: LOCAL_EPSILON,
      mass: {
        meaning: "mass of an input's set of reports under the base law",
        symbol: "A",
        type: DOMAIN.rate,
        unit: "probability",
      },
      overlap: {
        meaning: "least mass in which the sets of any two inputs meet, 0 where left out",
        symbol: "I",
        type: DOMAIN.outcomeMass,
        unit: "probability",
        optional: true,
        atMost: "mass",
      },
    },
  },
  discreteChannel: {
    meaning:
      "One report of a randomizer of finitely many inputs and reports, given by all of its probabilities.",
    fields: {
      matrix: {
        meaning: "a row for each input: the probabilities of its reports",
        symbol: "R",
        type: "matrix",
        unit: "probabilities",
      },
    },
  },
  laplaceScalar: {
    meaning:
      "One report of a number that is clipped to an interval of width W, with Laplace noise of scale b; two records differ by at most W, under zero-out too.",
    fields: {
      noiseToWidth: {
        meaning: "scale of the noise over the width of the interval",
        symbol: "b / W",
        type: DOMAIN.laplaceNoise,
        unit: "widths",
      },
    },
  },
  gaussianScalar: {
    meaning:
      "One report of a number that is clipped to an interval of width W, with Gaussian noise of standard deviation s; two records differ by at most W, under zero-out too.",
    fields: {
      noiseToWidth: {
        meaning: "standard deviation of the noise over the width of the interval",
        symbol: "s / W",
        type: DOMAIN.noise,
        unit: "widths",
      },
    },
  },
  answers: {
    meaning:
      "One report that holds several answers of a user, each by a local randomizer with coins of its own; a record is all of the user's true answers.",
    fields: {
      of: {
        meaning:
          "the answers, 1 to 100: each randomizedResponse or subsetResponse, or several of them as repeat or sequence",
        type: "answers",
      },
    },
  },
  dummyCounts: {
    meaning:
      "Messages that each name one of k categories, one of every user, shuffled with a random number of dummies of each category: λ + X, redrawn until it is a possible number, P(X = x) in proportion to e^(-|x| / b).",
    fields: {
      categories: {
        meaning: "categories to choose from",
        symbol: "k",
        type: AT_LEAST_TWO,
        unit: "categories",
      },
      laplaceScale: {
        meaning: "scale of the numbers' noise",
        symbol: "b",
        type: DOMAIN.laplaceNoise,
        unit: "reports",
      },
      centre: {
        meaning: "the likeliest number of dummies of a category",
        symbol: "λ",
        type: { ...DOMAIN.count, min: 0 },
        unit: "reports",
      },
      total: {
        meaning:
          'whether the numbers are independent and not negative, or those of two categories have the constant sum 2 λ; "random" where left out',
        type: ["random", "constant"] satisfies DummyTotal[],
        optional: true,
        byDefault: "random",
      },
      epsilon: {
        meaning:
          "epsilon of one user's message by itself, as k-ary randomized response makes it; left out where users send the truth",
        symbol: "ε₀",
        type: DOMAIN.localEpsilon,
        unit: "nats",
        optional: true,
      },
    },
  },
  shuffle: {
    meaning: "Every user sends one report, and a shuffler permutes them uniformly.",
    fields: { users: USERS, ...BLOCKS_AND_DUMMIES, of: REPORT },
  },
  subsampledShuffle: {
    meaning:
      "Some of the users, drawn uniformly without replacement, send one report each, and a shuffler permutes them. Who was drawn stays secret.",
    fields: {
      users: USERS,
      sampled: {
        meaning: "users drawn",
        symbol: "m",
        type: DOMAIN.count,
        unit: "users",
        atMost: "users",
      },
      ...BLOCKS_AND_DUMMIES,
      of: REPORT,
    },
  },
  checkInShuffle: {
    meaning:
      "Each user joins by itself with one probability and sends a report; a shuffler permutes the reports. Who joined stays secret, how many did is public.",
    fields: {
      users: USERS,
      checkInRate: {
        meaning: "probability that a user joins",
        symbol: "γ",
        type: DOMAIN.rate,
        unit: "probability",
      },
      absentees: {
        meaning:
          'what a user who does not join sends: nothing, or pure noise for each of her reports; "silent" where left out',
        type: ["silent", "dummy"] satisfies Absentees[],
        optional: true,
        byDefault: "silent",
      },
      ...BLOCKS_AND_DUMMIES,
      of: REPORT,
    },
  },
  poissonSample: {
    meaning: "A trusted server draws a batch that each record joins by itself with one probability.",
    fields: {
      rate: {
        meaning: "probability that a record joins the batch",
        symbol: "q",
        type: DOMAIN.rate,
        unit: "probability",
      },
      of: { meaning: "what the batch goes through", type: "event" },
    },
  },
  randomAllocation: {
    meaning:
      "A trusted server draws each record's batch, or several, uniformly; the event covers all batches.",
    fields: {
      steps: {
        meaning: "batches",
        symbol: "t",
        type: DOMAIN.count,
        unit: "batches",
      },
      joined: {
        meaning: "batches of a record; 1 where left out",
        symbol: "k",
        type: { ...DOMAIN.rounds, min: 1 },
        unit: "batches",
        atMost: "steps",
        optional: true,
        byDefault: 1,
      },
      of: { meaning: "what each batch goes through", type: "event" },
    },
  },
  weightShuffle: {
    meaning: "A trusted server permutes the weights of a model after a noisy update (YJX25).",
    fields: {
      dimension: {
        meaning: "weights that are permuted",
        symbol: "d",
        type: AT_LEAST_TWO,
        unit: "weights",
      },
      batchClipRatio: {
        meaning: "norm bound of the whole update over the largest change that one record makes in it",
        symbol: "c' / c",
        type: DOMAIN.noise,
        unit: "ratio",
      },
      of: { meaning: "what the weights went through before", type: "event" },
    },
  },
  repeat: {
    meaning:
      "One event several times, each with fresh randomness; what is computed may depend on what came out before, its noise and numbers not.",
    fields: {
      times: {
        meaning: "how often",
        symbol: "T",
        type: DOMAIN.rounds,
        unit: "repetitions",
      },
      of: { meaning: "the event that is repeated", type: "event" },
    },
  },
  sequence: {
    meaning:
      "Events one after the other; what is computed may depend on what came out before, the events' noise and numbers not.",
    fields: { of: { meaning: "the events, in order", type: "events" } },
  },
};
