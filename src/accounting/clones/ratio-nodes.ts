/** A discrete pair, or a bound of one: under Q the likelihood ratio is 1 + excesses[j] with probability exp(logMasses[j]). */
export interface RatioNodes {
  readonly logMasses: Float64Array;
  readonly excesses: Float64Array;
}
