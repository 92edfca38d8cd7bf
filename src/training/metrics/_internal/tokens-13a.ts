/**
 * The tokens of mteval-v13a, which BLEU is counted in: punctuation stands for itself, except within numbers.
 *
 * @see https://github.com/tuetschek/e2e-metrics and https://github.com/mjpost/sacrebleu, tokenizer 13a
 */
export function tokens13a(text: string): string[] {
  const unescaped = text
    .replaceAll("<skipped>", "")
    .replaceAll("-\n", "")
    .replaceAll("\n", " ")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");
  const spaced = ` ${unescaped} `
    .replace(/([{-~[-` -&(-+:-@/])/g, " $1 ")
    .replace(/([^0-9])([.,])/g, "$1 $2 ")
    .replace(/([.,])([^0-9])/g, " $1 $2")
    .replace(/([0-9])(-)/g, "$1 $2 ");
  return spaced.split(/\s+/).filter((token) => token !== "");
}
