/** Called again and again while something long goes on, with the share of it that is done; throws if it is to stop. */
export type ProgressCallback = (done: number) => void;
