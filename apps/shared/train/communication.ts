import { DpError } from "../../../src/errors.js";
import { dimensionOf, type Model } from "../../../src/training/models/model.js";
import { protocolOf, type SettledConfig } from "../../../src/training/options/protocol-of.js";

/** What a user sends in a round that she joins; where she joins block by block, at most. */
export interface Communication {
  readonly bitsPerReport: number;
  /** Reports of one user in a round: one for each block. */
  readonly reportsPerUser: number;
  readonly bitsPerUser: number;
}

/**
 * What a run's users would send; undefined where a trusted server adds the noise, so that there are no
 * reports, and where the noise is too little for a report to be encoded.
 *
 * @param examples number of training examples
 */
export function communicationOf(
  config: SettledConfig,
  examples: number,
  model: Model,
): Communication | undefined {
  try {
    const reports = protocolOf(config, examples, model).reports?.(dimensionOf(model));
    if (reports === undefined) return undefined;
    const { bitsPerReport, blocks } = reports;
    return { bitsPerReport, reportsPerUser: blocks, bitsPerUser: blocks * bitsPerReport };
  } catch (error) {
    if (error instanceof DpError && error.code === "OUT_OF_RANGE") return undefined;
    throw error;
  }
}
