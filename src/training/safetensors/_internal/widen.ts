/** The single-precision number of 16 bits, in the two types that have 16. */
export const WIDEN: Readonly<Record<"F16" | "BF16", (bits: Uint16Array, into: Float32Array) => void>> = {
  F16: (bits, into) => {
    for (let i = 0; i < bits.length; i++) into[i] = halfOf(bits[i]!);
  },
  BF16: (bits, into) => {
    const words = new Uint32Array(into.buffer, into.byteOffset, into.length);
    for (let i = 0; i < bits.length; i++) words[i] = bits[i]! << 16;
  },
};

/**
 * IEEE 754 binary16: 1 sign bit, 5 of the exponent (bias 15), 10 of the fraction. Every one is a
 * single-precision number.
 */
function halfOf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
}
