/** The question who is there, which some acts ask for more than an open session about. */

import { createStore } from '#client/store.ts';

/** A question that waits for the person. */
export interface ProofQuestion {
  answer: Promise<boolean>;
  /** The person has shown who is there, or has let it be. */
  settle: (shown: boolean) => void;
}

/** The question that is open. All that need the answer wait for the same one. */
export const proofStore = createStore<ProofQuestion | null>(null);

/** Asks the person to show who is there. Answers whether it was shown: what was begun then goes on by itself. */
export function askForProof(): Promise<boolean> {
  const open = proofStore.get();
  if (open) return open.answer;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const settle = (shown: boolean) => {
    proofStore.set(null);
    resolve(shown);
  };
  proofStore.set({ answer: promise, settle });
  return promise;
}
