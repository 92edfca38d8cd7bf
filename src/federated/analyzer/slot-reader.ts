/** Takes the plaintexts of one slot's records, in whatever order. */
export interface SlotReader {
  /** Whether it is a report of the slot. */
  read(plaintext: Uint8Array): boolean;
  /** Adds the report that was read last. */
  add(): void;
}

/** A reader by what decodes a report, or throws, and what becomes of it. */
export function slotReader<Report>(
  decode: (plaintext: Uint8Array) => Report,
  add: (report: Report) => void,
): SlotReader {
  let last: { readonly report: Report } | undefined;
  return {
    read(plaintext) {
      last = undefined;
      try {
        last = { report: decode(plaintext) };
        return true;
      } catch {
        return false;
      }
    },
    add() {
      if (last !== undefined) add(last.report);
    },
  };
}
