import type { Optimizer } from "./optimizer.js";

/** SGD's momentum. */
export interface SgdOptions {
  /** Share of the last velocity that stays, [0, 1); 0 is plain SGD. */
  readonly momentum: number;
}

/**
 * SGD with heavy-ball momentum: velocity = momentum velocity + gradient, and the velocity is the direction.
 */
export function sgd({ momentum }: SgdOptions): Optimizer {
  return {
    memorySize: 1,
    step(gradient, [velocity = new Float32Array(gradient.length)]) {
      const next = velocity.map((entry, i) => momentum * entry + gradient[i]!);
      return { direction: next, memory: [next] };
    },
  };
}
