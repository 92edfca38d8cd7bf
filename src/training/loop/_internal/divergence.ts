import { DpError } from "../../../errors.js";

/** That a run diverged: what was released has led to a number that is not finite. */
export class Divergence extends DpError {
  constructor(round: number, cause?: unknown) {
    super(
      "NOT_CONVERGED",
      `train: the test loss or a weight stopped being finite in round ${round}; lower learningRate`,
      { parameter: "learningRate", value: round },
      cause,
    );
  }
}
