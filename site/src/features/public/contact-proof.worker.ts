/** Does the work of the contact form where it does not hold up the typing. */

import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { ContactChallenge } from '#contract/support/contact.ts';

const TIMEOUT_MS = 60_000;

addEventListener('message', ({ data: challenge }: MessageEvent<ContactChallenge>) => {
  // No answer is sent from here: the waiting page receives an error or no solution.
  void solveChallenge({ challenge, deriveKey, timeout: TIMEOUT_MS }).then(
    (solution) => postMessage(solution && { counter: solution.counter, derivedKey: solution.derivedKey }),
    () => postMessage(null),
  );
});
