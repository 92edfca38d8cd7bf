/** More categories only help; beyond these sums take too long. */
export const MAX_CATEGORIES = 1e9;
