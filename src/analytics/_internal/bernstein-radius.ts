/**
 * How far the mean of n independent errors may stray: further with probability at most `error`, for any such
 * errors.
 *
 * Bernstein: P(|sum| >= t) <= 2 exp(-t² / (2 (n variance + reach t / 3))), solved for t / n.
 *
 * @param errors.variance bounds each error's variance, `reach` its size
 */
export function bernsteinRadius(
  errors: { readonly users: number; readonly variance: number; readonly reach: number },
  error: number,
): number {
  const { users, variance, reach } = errors;
  const share = Math.log(2 / error) / users;
  const linear = (reach * share) / 3;
  return linear + Math.sqrt(linear * linear + 2 * variance * share);
}
