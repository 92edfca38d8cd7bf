/** How a figure was computed. A closed list: scripts match on these names. */
export const METHODS = [
  "unshuffled",
  "rdp-exact",
  "rdp-published",
  "check-in-sum",
  "pld",
  "gdd21-upper",
  "gdd21-lower",
  "cohort-lower",
  "clones-2021",
  "clones-2021-numerical",
  "clones-2023",
  "clones-2023-rdp",
  "clones-2023-pld",
  "transposition-pld",
  "dummies-pld",
  "blanket",
  "strong-composition",
  "advanced-composition",
  "basic-composition",
  "liew22-baseline",
  "liew22-generic",
  "rdp-poisson",
  "pld-poisson",
  "moments-accountant",
  "yjx25-published",
  "audit",
] as const;

/** The name of a method. */
export type Method = (typeof METHODS)[number];

/** A method that computes a figure from the event alone; an audit plays games. */
export type AccountingMethod = Exclude<Method, "audit">;

/** The methods of accounting. */
export const ACCOUNTING_METHODS: readonly AccountingMethod[] = METHODS.filter((method) => method !== "audit");
