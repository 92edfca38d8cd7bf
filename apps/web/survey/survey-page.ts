import {
  type Client,
  type ClientStore,
  type CryptoProvider,
  fromHex,
  openClient,
  type Participation,
  type SurveyStudy,
} from "../../../src/federated/index.js";
import type { SurveyPageData } from "../../shared/pages/survey-page-data.js";
import { element, fill } from "../dom/element.js";
import { wordsOf } from "../dom/words.js";
import { budgetWords, consent } from "./consent.js";
import { followRound } from "./follow-round.js";
import { limitFields, storedLimits } from "./limits.js";
import { questions } from "./questions.js";
import { resultTable } from "./results.js";
import { sealedBytes } from "./sealed-bytes.js";

/** What the page works with. */
export interface SurveyPageParts {
  readonly place: Element;
  readonly study: SurveyStudy;
  readonly data: SurveyPageData;
  readonly crypto: CryptoProvider;
  readonly store: ClientStore;
}

const CREDENTIAL_BYTES = 32;
const ASK_AGAIN_MS = 1_000;

const OUTCOMES: Readonly<Record<Exclude<Participation["outcome"], "none">, string>> = {
  accepted: "Your report was accepted.",
  before: "You took part in this round before; nothing was sent.",
  closed: "The round closed before your report came. It counts as spent.",
  full: "The round was full. Your report counts as spent.",
  refused: "Your report was refused. It counts as spent.",
  unsent: "Nobody answered. Your report is kept here; the same bytes are sent when you open this page again.",
  absent: "Your coin kept you out of this round; nothing was sent.",
};

const ENDS = {
  cancelled: "The round was cancelled, and nothing of it was opened. Your report counts as spent.",
  expired: "The round's reports were not fetched in time and are deleted. Your report counts as spent.",
} as const;

/** A survey's page: consent and questions, then the report on its way, then the round's result. */
export class SurveyPage {
  readonly #parts: SurveyPageParts;
  readonly #budget: HTMLElement = element("p", { id: "budget" });
  readonly #way: HTMLElement = element("section", { id: "way", "aria-live": "polite" });
  readonly #result: HTMLElement = element("section", { id: "result", "aria-live": "polite" });
  readonly #leaving: HTMLElement = element("section", { "aria-label": "Leaving" });
  #following = new AbortController();

  constructor(parts: SurveyPageParts) {
    this.#parts = parts;
  }

  /** Shows the page; an upload that was stored and not answered is sent first, with the same bytes. */
  async show(): Promise<void> {
    const { place, study, data } = this.#parts;
    const standing = await this.#client().standing(data.study);
    const limits = limitFields(() => void this.#tellBudget());
    const form = this.#form(standing === undefined);
    fill(
      place,
      consent(study, data),
      element("section", {}, this.#budget, limits),
      standing?.hasLeft ? leftWords() : form,
      this.#way,
      this.#result,
      this.#leaving,
    );
    await this.#tellBudget();
    if (standing === undefined) return;
    if (!standing.hasLeft) this.#offerLeaving();
    if (standing.pending !== null) await this.#work((client) => client.resume(data.study));
    else if (standing.round > 0) void this.#follow(standing.round);
  }

  #client(): Client {
    const { store, crypto, study } = this.#parts;
    let attempts = 0;
    return openClient({
      store,
      crypto,
      limits: storedLimits(),
      allowTests: study.purpose === "test",
      wait: (ms) => this.#wait(ms, attempts++),
    });
  }

  #form(isNew: boolean): HTMLFormElement {
    const { study } = this.#parts;
    const asked = questions(study);
    const needsCredential = isNew && study.admission === "credentials";
    const form: HTMLFormElement = element(
      "form",
      {
        submit: (event) => {
          event.preventDefault();
          void this.#send(form, asked.answers(form));
        },
      },
      element("h2", {}, "Your answers"),
      asked.fields,
      needsCredential ? credentialField() : null,
      isNew ? consentField() : null,
      element("button", {}, "Randomize, seal and send"),
    );
    return form;
  }

  async #send(form: HTMLFormElement, answers: Parameters<Client["takePart"]>[1]): Promise<void> {
    const { data } = this.#parts;
    const button = form.querySelector("button")!;
    button.disabled = true;
    await this.#work(async (client) => {
      await this.#join(client, form);
      for (;;) {
        const taken = await client.takePart(data.study, answers);
        if (taken.outcome !== "none") return taken;
        fill(this.#way, element("p", {}, "Waiting for a round to open."));
        await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
      }
    });
    button.disabled = false;
  }

  /** For the first time; then what asked for consent and credential goes. */
  async #join(client: Client, form: HTMLFormElement): Promise<void> {
    const { data, study } = this.#parts;
    if ((await client.standing(data.study)) !== undefined) return;
    const invitation = { url: location.origin, study: data.study };
    const credential = study.admission === "credentials" ? { credential: credentialOf(form) } : {};
    await client.join({ ...invitation, ...credential });
    for (const field of form.querySelectorAll("[data-once]")) field.remove();
    this.#offerLeaving();
    await this.#tellBudget();
  }

  /** For whoever joined: a button, behind a fold, which ends it for good. */
  #offerLeaving(): void {
    const button = element("button", { type: "button", "data-leave": true }, "Leave for good");
    button.addEventListener("click", () => void this.#leave());
    fill(
      this.#leaving,
      element(
        "details",
        {},
        element("summary", {}, "Leave this study"),
        element(
          "p",
          {},
          "This browser forgets your credential and what it has not sent yet, and sends nothing to this study again. What was sent cannot be found again, and counts as spent.",
        ),
        button,
      ),
    );
  }

  async #leave(): Promise<void> {
    const { place, data } = this.#parts;
    await this.#client().leave(data.study);
    place.querySelector("form")?.replaceWith(leftWords());
    fill(this.#leaving);
    fill(this.#way);
    await this.#tellBudget();
  }

  /** Tells what becomes of a report, or why there is none. */
  async #work(work: (client: Client) => Promise<Participation>): Promise<void> {
    try {
      const { outcome, round } = await work(this.#client());
      const words = outcome === "none" ? "No round is open." : OUTCOMES[outcome];
      this.#way.append(element("p", { class: "outcome", "data-outcome": outcome }, words));
      if (outcome === "accepted" || outcome === "before") void this.#follow(round);
    } catch (error) {
      fill(this.#way, element("p", { class: "warning", role: "alert" }, wordsOf(error)));
    }
    await this.#tellBudget();
  }

  /** Between storing and sending, and before each further attempt: shows the bytes, and counts down. */
  async #wait(ms: number, attempts: number): Promise<void> {
    const until = performance.now() + ms;
    const pending = (await this.#client().standing(this.#parts.data.study))?.pending;
    const why = attempts === 0 ? "a random time" : "nobody answered yet";
    const line = element("p", { id: "countdown" });
    if (pending) fill(this.#way, sealedBytes(pending), line);
    for (let left = ms; left > 0; left = until - performance.now()) {
      line.textContent = `Sending in ${Math.ceil(left / 1000)} s: ${why}. You may close this page: it goes on when you come back.`;
      await new Promise((resolve) => setTimeout(resolve, Math.min(left, 1000)));
    }
    line.textContent = "Sending; the same bytes again while nobody answers.";
  }

  async #follow(round: number): Promise<void> {
    this.#following.abort();
    this.#following = new AbortController();
    const { crypto, study, data } = this.#parts;
    const { signal } = this.#following;
    const path = `${location.origin}/v1/studies/${data.study}/rounds/${round}`;
    fill(this.#result, element("p", {}, `Round ${round}: its result is shown here when it is published.`));
    try {
      const end = await followRound(crypto, study, path, signal);
      if (end.kind === "result") fill(this.#result, resultTable(end.result));
      else fill(this.#result, element("p", {}, ENDS[end.kind]));
    } catch (error) {
      if (!signal.aborted)
        fill(this.#result, element("p", { class: "warning", role: "alert" }, wordsOf(error)));
    }
  }

  async #tellBudget(): Promise<void> {
    const client = this.#client();
    const joined = (await client.standing(this.#parts.data.study)) !== undefined;
    this.#budget.textContent = budgetWords(await client.spent(), storedLimits(), joined);
  }
}

function leftWords(): HTMLElement {
  return element(
    "section",
    { "data-left": true, role: "status" },
    element("p", {}, "You have left this study: this browser sends nothing to it again."),
  );
}

function consentField(): HTMLElement {
  return element(
    "label",
    { class: "choice", "data-once": true },
    element("input", { type: "checkbox", name: "consent", required: true }),
    element("span", {}, "I agree to what is said above."),
  );
}

/** A link may bring the credential behind `#`: servers do not see that part. */
function credentialField(): HTMLElement {
  const given = /^#([0-9a-f]{64})$/.exec(location.hash)?.[1];
  return element(
    "label",
    { "data-once": true },
    element("span", {}, "Your credential: 64 letters and digits from whoever invited you"),
    element("input", {
      name: "credential",
      required: true,
      pattern: "[0-9a-f]{64}",
      autocomplete: "off",
      spellcheck: "false",
      value: given ?? "",
    }),
  );
}

function credentialOf(form: HTMLFormElement): Uint8Array {
  return fromHex("credential", String(new FormData(form).get("credential")), CREDENTIAL_BYTES);
}
