import { expect, test } from "vitest";
import { nodeCrypto } from "../../../../src/federated/node/index.js";
import { verifyOnce } from "./verify-once.js";

const text = (words: string): Uint8Array => new TextEncoder().encode(words);

/** Keys, a signature, and how often the cryptography below was asked. */
async function signedOnce() {
  const crypto = nodeCrypto();
  const asked = { times: 0 };
  const counting = {
    ...crypto,
    signatures: {
      ...crypto.signatures,
      verify: (...parts: Parameters<typeof crypto.signatures.verify>) => {
        asked.times += 1;
        return crypto.signatures.verify(...parts);
      },
    },
  };
  const { publicKey, privateKey } = await crypto.signatures.generateKeyPair();
  const signature = await crypto.signatures.sign(privateKey, text("round 1"));
  return { verify: verifyOnce(counting).signatures.verify, asked, publicKey, signature };
}

test("a document that many clients read is verified once", async () => {
  const { verify, asked, publicKey, signature } = await signedOnce();
  const verdicts = await Promise.all(
    Array.from({ length: 100 }, () => verify(publicKey, signature, text("round 1"))),
  );
  expect(verdicts.every(Boolean)).toBe(true);
  expect(asked.times).toBe(1);
});

test("what differs in the key, the signature or the message has a verdict of its own", async () => {
  const { verify, asked, publicKey, signature } = await signedOnce();
  const { publicKey: other } = await nodeCrypto().signatures.generateKeyPair();
  expect(await verify(publicKey, signature, text("round 1"))).toBe(true);
  expect(await verify(publicKey, signature, text("round 2"))).toBe(false);
  expect(await verify(other, signature, text("round 1"))).toBe(false);
  expect(
    await verify(
      publicKey,
      signature.map((byte, at) => (at === 0 ? byte ^ 1 : byte)),
      text("round 1"),
    ),
  ).toBe(false);
  expect(asked.times).toBe(4);
});

test("old verdicts are forgotten", async () => {
  const { verify, asked, publicKey, signature } = await signedOnce();
  for (let round = 2; round < 102; round++) await verify(publicKey, signature, text(`round ${round}`));
  await verify(publicKey, signature, text("round 2"));
  expect(asked.times).toBe(101);
});
