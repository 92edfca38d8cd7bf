import type { MechanismKind } from "../../../../src/privacy/index.js";
import { answersWords } from "./answers-words.js";
import { checkInShuffleWords } from "./check-in-shuffle-words.js";
import { discreteChannelWords } from "./discrete-channel-words.js";
import { dummyCountsWords } from "./dummy-counts-words.js";
import type { EventWords } from "./event-words.js";
import { gaussianScalarWords } from "./gaussian-scalar-words.js";
import { gaussianWords } from "./gaussian-words.js";
import { laplaceScalarWords } from "./laplace-scalar-words.js";
import { localWords } from "./local-words.js";
import { poissonSampleWords } from "./poisson-sample-words.js";
import { randomAllocationWords } from "./random-allocation-words.js";
import { randomizedResponseWords } from "./randomized-response-words.js";
import { repeatWords } from "./repeat-words.js";
import { sequenceWords } from "./sequence-words.js";
import { shuffleWords } from "./shuffle-words.js";
import { subsampledShuffleWords } from "./subsampled-shuffle-words.js";
import { subsetResponseWords } from "./subset-response-words.js";
import { weightShuffleWords } from "./weight-shuffle-words.js";

/** Every kind of event; one that is missing here does not compile. */
export const EVENT_WORDS: { readonly [Kind in MechanismKind]: EventWords<Kind> } = {
  gaussian: gaussianWords,
  local: localWords,
  randomizedResponse: randomizedResponseWords,
  subsetResponse: subsetResponseWords,
  discreteChannel: discreteChannelWords,
  laplaceScalar: laplaceScalarWords,
  gaussianScalar: gaussianScalarWords,
  answers: answersWords,
  dummyCounts: dummyCountsWords,
  shuffle: shuffleWords,
  subsampledShuffle: subsampledShuffleWords,
  checkInShuffle: checkInShuffleWords,
  poissonSample: poissonSampleWords,
  randomAllocation: randomAllocationWords,
  weightShuffle: weightShuffleWords,
  repeat: repeatWords,
  sequence: sequenceWords,
};
