/** What Table II prints: loss and accuracy without permuting, and with. */
export const PRINTED_TABLE_2 = [
  ["ViT, non-private", 0.6362, 89.68, 0.6362, 89.68],
  ["ViT, DP-SGD", 1.33, 85.56, 1.33, 85.56],
  ["BERT, non-private", 0.2302, 92.31, 0.2302, 92.31],
  ["BERT, DP-SGD", 1.054, 87.38, 1.054, 87.38],
] as const;

/** The columns of such a table behind its first. */
export const TWIN_COLUMNS: readonly string[] = [
  "test loss",
  "accuracy, %",
  "test loss, permuted",
  "accuracy, permuted, %",
];
