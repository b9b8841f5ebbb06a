/**
 * What a browser shows with a message of a visitor: work that it does by itself while the person
 * writes. Nothing is asked of the person, nor of a service elsewhere.
 */

import { CONTACT_MIN_MS, CONTACT_PROOF_MINUTES } from '#contract/kernel/constants.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { readContactChallenge } from '#contract/support/contact.ts';
import type { ContactChallenge, sendContact } from '#contract/support/contact.ts';
import { call } from '#site/shell/api.ts';

type Proof = Pick<InputOf<typeof sendContact>, 'challenge' | 'solution'>;

/** The server counts from when it made the work, which is a little earlier than it arrived here. */
const MARGIN_MS = 5 * 60_000;
/** After a failure, typing on does not ask again with every letter. */
const REST_MS = 10_000;
const GOOD_FOR_MS = CONTACT_PROOF_MINUTES * 60_000 - MARGIN_MS;

export interface ContactProof {
  /** Begins, unless it is under way or done. Goes wrong in silence: `take` tries again. */
  start: () => void;
  /** The proof, once it is there and a person could have written. */
  take: () => Promise<Proof>;
  /** It was used, or refused. The next message needs another. */
  drop: () => void;
}

export function createContactProof(solve = solveInWorker): ContactProof {
  let current: { proof: Promise<Proof>; since: number } | undefined;
  let restsUntil = 0;

  function begin(): { proof: Promise<Proof>; since: number } {
    const since = performance.now();
    if (current && since - current.since < GOOD_FOR_MS) return current;
    const proof = call(readContactChallenge, {}).then(async ({ challenge }) => ({
      challenge,
      solution: await solve(challenge),
    }));
    const begun = { proof, since };
    current = begun;
    proof.catch(() => {
      if (current === begun) current = undefined;
      restsUntil = performance.now() + REST_MS;
    });
    return begun;
  }

  return {
    start() {
      if (performance.now() >= restsUntil) begin();
    },
    async take() {
      const { proof, since } = begin();
      const [ready] = await Promise.all([proof, waitUntil(since + CONTACT_MIN_MS)]);
      return ready;
    },
    drop() {
      current = undefined;
    },
  };
}

async function waitUntil(moment: number): Promise<void> {
  const rest = moment - performance.now();
  // A little more, because the two clocks tick differently.
  if (rest > -200) await new Promise((resolve) => setTimeout(resolve, rest + 200));
}

function solveInWorker(challenge: ContactChallenge): Promise<Proof['solution']> {
  const worker = new Worker(new URL('./contact-proof.worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<Proof['solution']>();
  worker.addEventListener('message', ({ data }: MessageEvent<Proof['solution'] | null>) =>
    data ? resolve(data) : reject(new Failure('contact.unproven', undefined)),
  );
  worker.addEventListener('error', () => reject(new Failure('contact.unproven', undefined)));
  worker.postMessage(challenge, []);
  return promise.finally(() => worker.terminate());
}
