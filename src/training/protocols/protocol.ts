import type { MechanismEvent } from "../../privacy/mechanism-event.js";
import type { RandomSource } from "../../random/random-source.js";
import type { ClipRule } from "../gradients/clip-rule.js";
import type { GradientRandomizer } from "../gradients/gradient-randomizer.js";
import type { BlockBatch } from "./block-batch.js";
import type { GradientReport, ReportProtocol } from "./report-protocol.js";

/**
 * How a round picks its examples, what it releases, and what that costs.
 *
 * A protocol knows nothing of models: the trainer hands it a sum of clipped gradients and gets back the mean
 * gradient that may be seen. Whatever is computed from that mean afterwards is post-processing and costs
 * nothing.
 *
 * `train` takes a protocol's description, not one of these: that the event covers what the release shows is
 * proven for the library's own, and of a caller's nobody would know, while every figure said what it says for
 * the others. A loop of one's own has the same parts: an engine (`openGradientEngine`), a protocol, and a
 * ledger (`openLedger`) that is charged before a release.
 */
export interface Protocol {
  /**
   * For Gaussian noise a little within C: sums are rounded, and their sensitivity is to be C's all the same.
   */
  readonly clip: ClipRule;
  /**
   * Where every user randomizes her own clipped gradient: what `releaseMean` gets is then the sum of the
   * reports.
   */
  readonly randomizer?: GradientRandomizer;
  /** Mean number of examples in a round. */
  readonly expectedBatch: number;
  /**
   * Rounds whose batches are drawn together and accounted for as one event; 1 where rounds have nothing to do
   * with each other.
   */
  readonly roundsPerEvent: number;
  /**
   * What the rounds of one event show, under any adjacency that training knows; undefined where nothing is
   * promised.
   */
  describeEvent(): MechanismEvent | undefined;
  /** How earlier versions described the same rounds: a run that began with such charges goes on with them. */
  readonly formerEvents?: readonly MechanismEvent[];
  /** The examples of each round of one event, by index; a round may be empty. */
  sampleBatches(source: RandomSource): readonly Uint32Array[];
  /**
   * Who sends which block of a round, in place of `sampleBatches`, where each block of a user has a coin or a
   * sample of its own. Of the blocks that are not sent nothing is in the sum that `releaseMean` gets.
   */
  sampleBlocks?(source: RandomSource): BlockBatch;
  /**
   * The mean gradient of a round of `participants` examples, noise included; `sum` is their clipped
   * gradients' sum. Where users send reports it is a simulation: `reports` has its parts.
   */
  releaseMean(sum: Float64Array, participants: number, source: RandomSource): Float64Array;
  /**
   * The reports of a protocol whose users send some, about gradients of `dimension` entries; absent where a
   * trusted server adds the noise.
   */
  reports?(dimension: number): ReportProtocol<GradientReport>;
  /**
   * Draws what becomes of every vector with an entry for each weight once the weights have moved: the weights
   * themselves, the optimizer's vectors and the running average. Post-processing, like the update.
   */
  afterUpdate?(source: RandomSource): (entries: Float32Array) => Float32Array;
}
