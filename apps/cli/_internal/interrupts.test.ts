import { afterEach, describe, expect, it, vi } from "vitest";
import { type Interrupts, orderlyInterrupts } from "./interrupts.js";

let interrupts: Interrupts;

afterEach(() => {
  interrupts.stopListening();
  vi.restoreAllMocks();
});

describe("orderlyInterrupts", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("requests an orderly end at the first %s, and ends at once at the second", (name, status) => {
    const exit = vi.spyOn(process, "exit").mockImplementation((() => {}) as never);
    interrupts = orderlyInterrupts();
    interrupts.listen();
    expect(interrupts.exitStatus()).toBeUndefined();
    process.emit(name, name);
    expect(interrupts.signal.aborted).toBe(true);
    expect(interrupts.exitStatus()).toBe(status);
    expect(exit).not.toHaveBeenCalled();
    process.emit(name, name);
    expect(exit).toHaveBeenCalledWith(status);
  });

  it("leaves signals alone before and afterwards", () => {
    const before = process.listenerCount("SIGINT");
    interrupts = orderlyInterrupts();
    expect(process.listenerCount("SIGINT")).toBe(before);
    interrupts.listen();
    expect(process.listenerCount("SIGINT")).toBe(before + 1);
    interrupts.stopListening();
    expect(process.listenerCount("SIGINT")).toBe(before);
  });
});
