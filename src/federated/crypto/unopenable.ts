import { DpError } from "../../errors.js";

/**
 * The only error of bytes that do not open, whatever the reason: nobody learns from it which part was wrong.
 */
export function unopenable(): DpError {
  return new DpError("UNOPENABLE", "open: the sealed bytes do not open; count them as invalid", {
    parameter: "sealed",
    value: undefined,
  });
}
