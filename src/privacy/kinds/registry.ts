import type { MechanismEvent, MechanismKind } from "../mechanism-event.js";
import { answersKind } from "./answers-kind.js";
import { checkInShuffleKind } from "./check-in-shuffle-kind.js";
import { discreteChannelKind } from "./discrete-channel-kind.js";
import { dummyCountsKind } from "./dummy-counts-kind.js";
import type { EventKindOf } from "./event-kind.js";
import { gaussianKind } from "./gaussian-kind.js";
import { gaussianScalarKind } from "./gaussian-scalar-kind.js";
import { laplaceScalarKind } from "./laplace-scalar-kind.js";
import { localKind } from "./local-kind.js";
import { poissonSampleKind } from "./poisson-sample-kind.js";
import { randomAllocationKind } from "./random-allocation-kind.js";
import { randomizedResponseKind } from "./randomized-response-kind.js";
import { repeatKind } from "./repeat-kind.js";
import { sequenceKind } from "./sequence-kind.js";
import { shuffleKind } from "./shuffle-kind.js";
import { subsampledShuffleKind } from "./subsampled-shuffle-kind.js";
import { subsetResponseKind } from "./subset-response-kind.js";
import { weightShuffleKind } from "./weight-shuffle-kind.js";

/** Every kind of event; one that is missing here does not compile. */
export const EVENT_KINDS: {
  readonly [Kind in MechanismKind]: EventKindOf<Extract<MechanismEvent, { readonly kind: Kind }>>;
} = {
  gaussian: gaussianKind,
  local: localKind,
  randomizedResponse: randomizedResponseKind,
  subsetResponse: subsetResponseKind,
  discreteChannel: discreteChannelKind,
  laplaceScalar: laplaceScalarKind,
  gaussianScalar: gaussianScalarKind,
  answers: answersKind,
  dummyCounts: dummyCountsKind,
  shuffle: shuffleKind,
  subsampledShuffle: subsampledShuffleKind,
  checkInShuffle: checkInShuffleKind,
  poissonSample: poissonSampleKind,
  randomAllocation: randomAllocationKind,
  weightShuffle: weightShuffleKind,
  repeat: repeatKind,
  sequence: sequenceKind,
};
