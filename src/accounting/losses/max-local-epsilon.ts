/**
 * Beyond it a report is as good as in the clear: upper bounds count on nothing that hides it, and lower ends
 * on no larger one, which is valid at any value. Half of it leaves a report of 28 to methods that do not
 * count on the shuffle, and halves lower ends of such reports; twice as much raises lower ends of reports of
 * 40 by up to a third.
 */
export const MAX_LOCAL_EPSILON = 30;
