/**
 * Max-pool over windows of `side` x `side`, `stride` apart, channels last in blocks of 4. Row strides in
 * floats. The gradient goes to the first largest value of a window, in the order left-to-right,
 * top-to-bottom.
 */
export function maxPool(
  input: usize, inputRow: i32, side: i32, stride: i32, channels: i32, output: usize, rows: i32, columns: i32,
): void {
  const right = <usize>channels << 2, below = <usize>inputRow << 2;
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      let window = input + (<usize>(y * stride) * below) + <usize>(x * stride) * right;
      for (const end = window + right; window < end; window += 16, output += 16) {
        v128.store(output, side == 2 ? pairMax(v128.load(window), v128.load(window + right),
          v128.load(window + below), v128.load(window + below + right)) : windowMax(window, side, right, below));
      }
    }
  }
}

/** Adds to `inputGradient`, which the caller has cleared and which has the input's shape and strides. */
export function maxPoolGradient(
  input: usize, inputRow: i32, side: i32, stride: i32, channels: i32, gradient: usize, rows: i32, columns: i32,
  inputGradient: usize,
): void {
  const right = <usize>channels << 2, below = <usize>inputRow << 2;
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const offset = (<usize>(y * stride) * below) + <usize>(x * stride) * right;
      let window = input + offset, target = inputGradient + offset;
      for (const end = window + right; window < end; window += 16, target += 16, gradient += 16) {
        if (side == 2) routePair(window, target, right, below, v128.load(gradient));
        else routeWindow(window, target, side, right, below, v128.load(gradient));
      }
    }
  }
}

// @ts-ignore: decorator
@inline
function routePair(window: usize, target: usize, right: usize, below: usize, gradient: v128): void {
  const a = v128.load(window), b = v128.load(window + right);
  const c = v128.load(window + below), d = v128.load(window + below + right);
  const largest = pairMax(a, b, c, d);
  let open = route(target, f32x4.eq(a, largest), gradient);
  open = route(target + right, f32x4.eq(b, largest), open);
  open = route(target + below, f32x4.eq(c, largest), open);
  v128.store(target + below + right, f32x4.add(v128.load(target + below + right), open));
}

function routeWindow(window: usize, target: usize, side: i32, right: usize, below: usize, gradient: v128): void {
  const largest = windowMax(window, side, right, below);
  let open = gradient;
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const offset = <usize>y * below + <usize>x * right;
      open = route(target + offset, f32x4.eq(v128.load(window + offset), largest), open);
    }
  }
}

function windowMax(window: usize, side: i32, right: usize, below: usize): v128 {
  let largest = v128.load(window);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      largest = f32x4.pmax(largest, v128.load(window + <usize>y * below + <usize>x * right));
    }
  }
  return largest;
}

// @ts-ignore: decorator
@inline
function pairMax(a: v128, b: v128, c: v128, d: v128): v128 {
  return f32x4.pmax(f32x4.pmax(a, b), f32x4.pmax(c, d));
}

/** Gives the lanes of `hit` their gradient and returns the gradient of the lanes still open. */
// @ts-ignore: decorator
@inline
function route(target: usize, hit: v128, open: v128): v128 {
  v128.store(target, f32x4.add(v128.load(target), v128.and(open, hit)));
  return v128.andnot(open, hit);
}
