import type { PendingUpload } from "../../../src/federated/index.js";
import { element } from "../dom/element.js";
import { groupDigits } from "../dom/words.js";

/** What is sent, byte for byte. */
export function sealedBytes({ body, round }: PendingUpload): HTMLElement {
  const pairs = body.match(/../g) ?? [];
  return element(
    "details",
    { open: true },
    element(
      "summary",
      {},
      `The ${groupDigits(pairs.length)} bytes for round ${round}, stored in this browser before anything is sent`,
    ),
    element("code", { class: "bytes" }, pairs.join(" ")),
  );
}
