/** Values that hold from a number of rounds on: [rounds, value] pairs with rising rounds. */
export type Steps = readonly (readonly [number, number])[];
