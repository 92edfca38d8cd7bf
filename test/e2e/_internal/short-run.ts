/** Flags of a training run that ends at once. */
export const SHORT_RUN: readonly string[] =
  "--rounds 2 --sampling-rate 0.2 --evaluate-every 2 --warmup-rounds 1 --threads 1 --seed 5 --json".split(
    " ",
  );
