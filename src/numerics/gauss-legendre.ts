/**
 * One quadrature rule: integral over [-1, 1] of f = sum of weights[i] f(nodes[i]), exact up to degree 2
 * points - 1.
 */
export interface QuadratureRule {
  readonly nodes: Float64Array;
  readonly weights: Float64Array;
}

/** The Gauss-Legendre rule with `points` nodes, by Newton's method on the Legendre polynomial. */
export function gaussLegendre(points: number): QuadratureRule {
  const nodes = new Float64Array(points);
  const weights = new Float64Array(points);
  for (let i = 0; i < points; i++) {
    let x = Math.cos((Math.PI * (i + 0.75)) / (points + 0.5));
    for (let step = 0; step < 8; step++) {
      const { value, slope } = legendre(points, x);
      x -= value / slope;
    }
    nodes[i] = x;
    weights[i] = 2 / ((1 - x * x) * legendre(points, x).slope ** 2);
  }
  return { nodes, weights };
}

function legendre(degree: number, x: number): { value: number; slope: number } {
  let before = 1;
  let value = x;
  for (let k = 2; k <= degree; k++) {
    const next = ((2 * k - 1) * x * value - (k - 1) * before) / k;
    before = value;
    value = next;
  }
  return { value, slope: (degree * (x * value - before)) / (x * x - 1) };
}
