/**
 * Softmax cross-entropy of one example, in f64: writes the gradient of the logits (f32) and returns the loss,
 * nats. `classes` logits; the gradient's entries past them are left alone.
 */
export function softmaxCrossEntropy(logits: usize, classes: i32, label: i32, gradient: usize): f64 {
  let top = 0;
  for (let i = 1; i < classes; i++) if (logit(logits, i) > logit(logits, top)) top = i;
  const largest = logit(logits, top);
  let rest: f64 = 0;
  for (let i = 0; i < classes; i++) if (i != top) rest += Math.exp(logit(logits, i) - largest);
  let others: f64 = 0;
  for (let i = 0; i < classes; i++) {
    if (i == label) continue;
    const probability = Math.exp(logit(logits, i) - largest) / (1 + rest);
    store<f32>(gradient + (<usize>i << 2), <f32>probability);
    others += probability;
  }
  // p - 1 as minus the sum of the others: no cancellation when the label is almost certain.
  store<f32>(gradient + (<usize>label << 2), <f32>-others);
  return Math.log1p(rest) + (largest - logit(logits, label));
}

// @ts-ignore: decorator
@inline
function logit(logits: usize, index: i32): f64 {
  return <f64>load<f32>(logits + (<usize>index << 2));
}
