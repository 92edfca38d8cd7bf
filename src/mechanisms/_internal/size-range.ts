import type { Range } from "../../validate.js";

/** Of lengths and deviations: their products with every gain and their squares are neither infinite nor zero. */
export const SIZE_RANGE: Range = { min: 1e-100, max: 1e100, advice: "choose another unit for the values" };
