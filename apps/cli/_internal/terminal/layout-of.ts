import type { WriteStream } from "node:tty";
import type { Layout } from "../../../shared/words/layout.js";
import { columnsOf } from "./columns-of.js";
import { styleFor } from "./style.js";

/** What is laid out for a stream: as many columns as its terminal has, and colours where it shows them. */
export function layoutOf(stream: WriteStream): Layout {
  return { width: columnsOf(stream), paint: styleFor(stream) };
}
