/** A figure for a person: four significant digits, no trailing zeros. */
export function formatNumber(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(4))) : value > 0 ? "infinity" : "-infinity";
}

/** An epsilon that is promised: four significant digits, rounded up. */
export function formatUp(value: number): string {
  if (!Number.isFinite(value) || value <= 0) return formatNumber(value);
  const unit = 10 ** (Math.floor(Math.log10(value)) - 3);
  const up = Math.ceil(value / unit) * unit;
  return formatNumber(up);
}
