/** Why a cell is no number, and what to do about it: the first that fits. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [
    /[%\u2030\u066a]/,
    "12 % may stand for 12 or for 0.12: write plain numbers into the file, in the unit of the bounds",
  ],
  [/\p{Sc}/u, "write amounts into the file without a currency's sign, all of them in one currency"],
  [/^\P{Nd}*$/u, "if it means that there is no answer, list it in --missing-values"],
  [
    /^[+\-\u2212]?[\d.,]+e[+-]?\d+$|^[+\-\u2212]?\d{309}/i,
    "it is beyond 1.8e308: write one that is not, as numbers beyond a bound count as the bound",
  ],
  [/\p{L}/u, "write the number alone into the file, without a unit or a currency, all of them in one unit"],
  [/^\(.*\)$/, "write a negative number into the file with a minus, not in parentheses"],
  [
    /^[+\-\u2212]?[\d.,'\u2019\s]+$/,
    "signs between thousands part groups of three digits, and only one other sign may follow them",
  ],
];

/** Why a cell is no number, as the end of a sentence; empty where nothing more is known. */
export function whyNoNumber(cell: string): string {
  const reason = REASONS.find(([sign]) => sign.test(cell));
  return reason === undefined ? "" : `; ${reason[1]}`;
}
