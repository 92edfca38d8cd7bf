/** Sums over the users count no more than these; leaving users out is safe, as each only helps. */
export const MAX_USERS = 1e12;

/** Beyond it e^localEpsilon leaves the doubles, and shuffling amplifies by nothing that a double shows. */
export const MAX_LOCAL_EPSILON = 700;

/** More categories only help; beyond these sums take too long. */
export const MAX_CATEGORIES = 1e9;
