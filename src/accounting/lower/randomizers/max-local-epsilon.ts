/** Beyond it a report is as good as in the clear; a smaller one spends less. */
export const MAX_LOCAL_EPSILON = 30;
