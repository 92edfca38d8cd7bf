import { wrongShape } from "../../validate.js";
import { checkLength } from "./check-length.js";

/** Checks that a report is bytes, and exactly `length` of them. */
export function checkBytes(name: string, bytes: Uint8Array, length: number): void {
  if (!(bytes instanceof Uint8Array)) throw wrongShape(name, bytes, "a Uint8Array");
  checkLength(name, bytes, length);
}
