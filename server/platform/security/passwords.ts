import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { createFairQueue } from '../fair-queue.ts';

export interface PasswordCost {
  /** KiB that one hash needs while it is computed. */
  memoryCost: number;
  timeCost: number;
}

/** In all of these `owner` is who asks: an account, or a network where there is none yet. */
export interface Passwords {
  hash(password: string, owner: string): Promise<string>;
  /** Without a hash, for an account that does not exist, it takes as long and says no. */
  verify(passwordHash: string | undefined, password: string, owner: string): Promise<boolean>;
  /** Whether the hash was made at another cost than new ones are. */
  needsRehash(passwordHash: string): boolean;
}

/** As many hashes run as there are cores. The rest wait, instead of filling the memory, or are turned away. */
export const PASSWORD_QUEUE = {
  concurrency: availableParallelism(),
  maxWaiting: 200,
  maxWaitingPerOwner: 20,
  ownerRetrySeconds: 1,
};

/** The same letters typed on another system may arrive as other bytes. */
const normalize = (password: string) => password.normalize('NFKC');

/** Hashes passwords with argon2id. */
export function createPasswords(
  { memoryCost, timeCost }: PasswordCost,
  { maxWaitingPerOwner = PASSWORD_QUEUE.maxWaitingPerOwner } = {},
): Passwords {
  const cost = { memoryCost, timeCost, parallelism: 1 };
  const enqueue = createFairQueue({ ...PASSWORD_QUEUE, maxWaitingPerOwner });
  let decoy: Promise<string> | undefined;
  return {
    hash: (password, owner) => enqueue(owner, () => hash(normalize(password), cost)),
    async verify(passwordHash, password, owner) {
      const known = passwordHash ?? (await (decoy ??= hash('', cost)));
      const matches = await enqueue(owner, () => verify(known, normalize(password)));
      return matches && passwordHash !== undefined;
    },
    needsRehash(passwordHash) {
      const made = parseOptions(passwordHash);
      return (
        made.memoryCost !== cost.memoryCost ||
        made.timeCost !== cost.timeCost ||
        made.parallelism !== cost.parallelism
      );
    },
  };
}
