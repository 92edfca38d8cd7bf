import { DpError, type DpErrorCode } from "../../errors.js";
import type { Method } from "../../privacy/index.js";
import { accountants } from "../accountants/registry.js";
import type { Accountant } from "../core/accountant.js";
import { notApplicable } from "../core/not-applicable.js";

export interface NotApplicable {
  readonly method: Method;
  /** Why the method has nothing to say, in words. */
  readonly reason: string;
}

export interface Answers<Answer> {
  readonly answers: readonly { readonly method: Method; readonly answer: Answer }[];
  readonly notApplicable: readonly NotApplicable[];
}

/** Which accountants to ask; by default all. */
export interface AccountantSelection {
  /** Only this method. */
  readonly method?: Method;
  /** Leave out the methods that may take longer than some 0.1 s. */
  readonly quick?: boolean;
  /** Called before a method is asked; some take seconds. */
  readonly onMethod?: (method: Method) => void;
}

/** The question was checked before: what is out of range here is out of the one method's range. */
const REFUSALS: readonly DpErrorCode[] = ["NOT_APPLICABLE", "NOT_CONVERGED", "OUT_OF_RANGE"];

/** Asks the chosen accountants; a refusal becomes its reason, any other error goes on its way. */
export function evaluateAccountants<Answer>(
  choice: AccountantSelection,
  ask: (accountant: Accountant) => Answer,
): Answers<Answer> {
  const answers: { method: Method; answer: Answer }[] = [];
  const refusals: NotApplicable[] = [];
  for (const accountant of chosen(choice)) {
    choice.onMethod?.(accountant.method);
    try {
      answers.push({ method: accountant.method, answer: ask(accountant) });
    } catch (error) {
      refusals.push({ method: accountant.method, reason: reasonOf(error) });
    }
  }
  return { answers, notApplicable: refusals };
}

function chosen({ method, quick }: AccountantSelection): readonly Accountant[] {
  if (method === undefined) return quick ? accountants.filter(({ slow }) => !slow) : accountants;
  const found = accountants.filter((accountant) => accountant.method === method);
  if (found.length > 0) return found;
  throw notApplicable(
    method,
    `not an accountant; choose ${accountants.map((each) => each.method).join(", ")}`,
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof DpError && REFUSALS.includes(error.code)) {
    return error.message.replace(/^[\w-]+: /, "");
  }
  throw error;
}
