/** What a checkpoint's metadata say it is; a new number for every change that older readers would misread. */
export const FORMAT = "croupier checkpoint 3";
