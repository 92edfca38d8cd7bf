/**
 * What a user puts into a round of training: her gradient at the announced weights, an entry for each; it is
 * clipped afterwards. `openLocalGradients` makes one from her examples.
 */
export type LocalGradient = (weights: Float32Array) => ArrayLike<number> | Promise<ArrayLike<number>>;
