/** Says what is being done. */
export type Say = (words: string) => void;
