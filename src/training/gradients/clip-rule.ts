/** Per-example clipping: every gradient g becomes g / max(1, ||g|| / bound); `none` leaves it as it is. */
export type ClipRule = { readonly norm: "l2" | "linf"; readonly bound: number } | { readonly norm: "none" };
