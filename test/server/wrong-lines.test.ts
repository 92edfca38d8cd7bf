import { afterAll, expect, it } from "vitest";
import { workplace } from "./_internal/running-server.js";

const place = workplace();
afterAll(() => place.remove());

it.each([
  [["simulate", "0", "--url", "http://localhost:1"], 2, "<clients> must be an integer in [1, 1e6], got 0"],
  [["simulate", "NaN", "--url", "http://localhost:1"], 2, '<clients> must be a number, got "NaN"'],
  [["simulate", "5", "--url", "ftp://x"], 2, "--url must be an http or https URL"],
  [["client", "--url", "junk", "--answer", "a=b"], 2, "--url must be an http or https URL"],
  [["simulate", "5", "--url", "http://127.0.0.1:10239"], 1, "must answer, does not (ECONNREFUSED)"],
  [["client", "--url", "http://localhost:1"], 2, "--answer must be given for each column, or --data"],
  [["client", "--url", "http://localhost:1", "--data", "x"], 2, "--state must be given with --data"],
  [["federation", "--clients", "5"], 2, "--clients must be an integer in [10, 1e6], got 5"],
  [["federation", "--store", "postgress://u:secret@h/d"], 2, "is another URL"],
  [["federation", "--blocks", "2"], 2, "--blocks is of a training, --task is survey"],
  [
    ["federation", "--task", "training", "--blocks", "3"],
    2,
    '--blocks must be one of 1, 2, 4, 8, 16, 32, 64, got "3"',
  ],
  [["federation", "--noise-to-clip", "0"], 2, "--noise-to-clip must be a finite number in [0.1, 100], got 0"],
  [["serve"], 2, "--study must be given"],
  [
    ["serve", "--study", "none.json", "--store", "file.db"],
    2,
    "sqlite:FILE or postgres://user@host/database",
  ],
  [["serve", "--study", "none.json", "--store", "postgress://u:secret@h/d"], 2, "is another URL"],
  [
    ["serve", "--study", "none.json", "--store", "postgres://u:secret@h/d,postgres://u:secret@h"],
    2,
    "or several with commas between them, is another URL",
  ],
  [["ledger", "show", "--store", "postgres://u:secret@h/d"], 2, "must be sqlite:FILE, is another URL"],
  [["serve", "--study", "none.json"], 4, "none.json cannot be read"],
] as const)("%j ends with %d, in one line", async (args, status, words) => {
  const ended = await place.run(...args);
  expect(ended.stderr).toContain(words);
  expect(ended.stderr).not.toContain("secret");
  expect(ended.stderr).toMatch(/^croupier-server: [^\n]+\n$/);
  expect([ended.status, ended.stdout]).toEqual([status, ""]);
});
