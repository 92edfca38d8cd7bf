/**
 * How a layer of sequences gets at the norms of single examples' gradients: all modes clip the same gradients
 * to the same bound, at other costs.
 *
 * `mix-opt`: layer by layer by whichever way is the cheapest there (Bu et al. 2023). `ghost`: by inner
 * products of the layer's inputs and output gradients, wherever the gradient is a sum of their outer products
 * (Li et al. 2022). `per-sample`: every example's gradient is written out.
 */
export type ClippingMode = "mix-opt" | "ghost" | "per-sample";

/** The modes, the default first. */
export const CLIPPING_MODES: readonly ClippingMode[] = ["mix-opt", "ghost", "per-sample"];
