import { DpError, type DpErrorCode } from "../../errors.js";
import type { Method } from "../../privacy/index.js";
import { checkCallback, show } from "../../validate.js";
import { accountants } from "../accountants/registry.js";
import type { Accountant } from "../core/accountant.js";
import { notApplicable } from "../core/not-applicable.js";

/** A method that gives no figure for an event. */
export interface NotApplicable {
  /** The method's name. */
  readonly method: Method;
  /** Why, in words. */
  readonly reason: string;
}

/** Which accountants to evaluate; by default all. */
export interface AccountantSelection {
  /** Only this method. */
  readonly method?: Method;
  /** Leave out the methods that may take longer than some 0.1 s. */
  readonly quick?: boolean;
  /** Called before a method is evaluated; some take seconds. */
  readonly onMethod?: (method: Method) => void;
}

export interface Evaluation<Figure> {
  readonly figures: Figure[];
  readonly notApplicable: NotApplicable[];
}

/** The query was checked before: what is out of range here is out of the one method's range. */
const REFUSALS: readonly DpErrorCode[] = ["NOT_APPLICABLE", "NOT_CONVERGED", "OUT_OF_RANGE"];

/**
 * Evaluates the selected accountants. A refusal becomes its reason, and so does an error of the method's own, which costs no other method
 * its answer.
 */
export function evaluateAccountants<Figure>(
  selection: AccountantSelection,
  evaluate: (accountant: Accountant) => Figure,
): Evaluation<Figure> {
  const evaluation: Evaluation<Figure> = { figures: [], notApplicable: [] };
  const onMethod = checkCallback("onMethod", selection.onMethod);
  for (const accountant of selected(selection)) {
    onMethod?.(accountant.method);
    try {
      evaluation.figures.push(evaluate(accountant));
    } catch (error) {
      evaluation.notApplicable.push({ method: accountant.method, reason: reasonOf(error) });
    }
  }
  return evaluation;
}

function selected({ method, quick }: AccountantSelection): readonly Accountant[] {
  if (method === undefined) return quick ? accountants.filter(({ slow }) => !slow) : accountants;
  const found = accountants.filter((accountant) => accountant.method === method);
  if (found.length > 0) return found;
  throw notApplicable(
    show(method),
    `not an accountant; choose ${accountants.map((each) => each.method).join(", ")}`,
  );
}

/** What the caller did, such as cancelling, is thrown on. */
function reasonOf(error: unknown): string {
  if (!(error instanceof DpError)) return `an internal error, please report it: ${String(error)}`;
  if (REFUSALS.includes(error.code)) return error.message.replace(/^[\w-]+: /, "");
  throw error;
}
