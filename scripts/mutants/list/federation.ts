import type { Mutant } from "../mutant.js";

const CLOSING = ["test/federated/closing.test.ts"];

/** When rounds of a federation close, what clients keep and send, and what shufflers take and count. */
export const FEDERATION: readonly Mutant[] = [
  {
    what: "an open study's round closes when one sender has filled it",
    file: "src/federated/study/closing.ts",
    from: 'case "open":\n      return false;',
    to: 'case "open":\n      return true;',
    tests: CLOSING,
  },
  {
    what: "a round waits for its clock though all have sent",
    file: "src/federated/shuffler/open-shuffler.ts",
    from: "(closesWhenFull(study) && (await store.isFull(id, number)))",
    to: "(closesWhenFull(study) && now() >= closesAt)",
    tests: CLOSING,
  },
  {
    what: "a round is full with one report less than its cap",
    file: "src/federated/shuffler/memory-shuffler-store.ts",
    from: "intake.senders.size >= intake.record.cap;",
    to: "intake.senders.size >= intake.record.cap - 1;",
    tests: [...CLOSING, "src/federated/shuffler/memory-shuffler-store.test.ts"],
  },
  {
    what: "a real user's report is made again after her device died over it",
    file: "src/federated/client/draw-upload.ts",
    from: "const mayReport = isFresh || !source.secure;",
    to: "const mayReport = isFresh || source.secure;",
    tests: ["test/federated/training-client.test.ts"],
  },
  {
    what: "a coin that was kept is drawn again",
    file: "src/federated/client/draw-upload.ts",
    from: "isFresh = study.coin?.announcement !== announced.id;",
    to: "isFresh = true;",
    tests: ["test/federated/training-client.test.ts"],
  },
  {
    what: "a round below its floor is released",
    file: "src/federated/shuffler/end-round.ts",
    from: "if (round.reports! < opened.study.floor)",
    to: "if (round.reports! < 1)",
    tests: ["test/federated/round.test.ts", "test/federated/limits.test.ts"],
  },
  {
    what: "a credential that was not enrolled is taken",
    file: "src/federated/shuffler/accept-upload.ts",
    from: "if (hasCredential && !(await store.isEnrolled(id, sender)))",
    to: "if (hasCredential && (await store.isEnrolled(id, sender)) && false)",
    tests: ["test/federated/intake.test.ts"],
  },
];
