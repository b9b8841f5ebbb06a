import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { fail } from '../../contract/errors.ts';

export interface PasswordCost {
  /** KiB that one hash needs while it is computed. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** About 100 ms on one core of a small server of 2026. */
export const usualCost: PasswordCost = { memoryCost: 65_536, timeCost: 4, parallelism: 1 };
/** Worthless as protection: for tests, which sign people in by the hundred. */
export const testCost: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

const LONGEST_QUEUE = 200;
const QUEUE_RETRY_SECONDS = 10;

let cost = usualCost;
let decoy: Promise<string> | undefined;

/** Changes what new hashes cost, for the whole process. Hashes made before still verify. */
export function setPasswordCost(chosen: PasswordCost): void {
  cost = chosen;
  decoy = undefined;
}

export function hashPassword(password: string): Promise<string> {
  return takeTurn(() => hash(normal(password), cost));
}

/** Without a hash, for an account that does not exist, it takes as long and says no. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  if (passwordHash !== undefined) return takeTurn(() => verify(passwordHash, normal(password)));
  decoy ??= hash('', cost);
  const decoyHash = await decoy;
  await takeTurn(() => verify(decoyHash, normal(password)));
  return false;
}

/** Whether the hash was made at another cost than new ones are. */
export function needsRehash(passwordHash: string): boolean {
  const made = parseOptions(passwordHash);
  return (
    made.memoryCost !== cost.memoryCost ||
    made.timeCost !== cost.timeCost ||
    made.parallelism !== cost.parallelism
  );
}

/** The same letters typed on another system may arrive as other bytes. */
function normal(password: string): string {
  return password.normalize('NFKC');
}

const places = availableParallelism();
const queue: (() => void)[] = [];
let busy = 0;

/** A flood of logins waits in line instead of filling the memory, and is turned away when the line is long. */
async function takeTurn<T>(work: () => Promise<T>): Promise<T> {
  if (busy < places) {
    busy += 1;
  } else {
    if (queue.length >= LONGEST_QUEUE) fail('server.unavailable', { retryAfter: QUEUE_RETRY_SECONDS });
    // Whoever is done hands over the place, so `busy` stays as it is.
    await new Promise<void>((resolve) => queue.push(resolve));
  }
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else busy -= 1;
  }
}
