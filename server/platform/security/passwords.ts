import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { fail } from '../../../contract/kernel/errors.ts';

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
/** How many of one owner may wait. */
const LONGEST_OF_ONE = 20;
const QUEUE_RETRY_SECONDS = 10;

let cost = usualCost;
let longestOfOne = LONGEST_OF_ONE;
let decoy: Promise<string> | undefined;

/** Changes what new hashes cost, for the whole process. Hashes made before still verify. */
export function setPasswordCost(chosen: PasswordCost): void {
  cost = chosen;
  decoy = undefined;
}

/** Changes how many of one owner may wait, for the whole process: for tests in which all of them must have a turn. */
export function setLongestLine(ofOne = LONGEST_OF_ONE): void {
  longestOfOne = ofOne;
}

/** `owner` is who asks: an account, or a network where there is none yet. */
export function hashPassword(password: string, owner: string): Promise<string> {
  return takeTurn(owner, () => hash(normal(password), cost));
}

/** Without a hash, for an account that does not exist, it takes as long and says no. */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
  owner: string,
): Promise<boolean> {
  if (passwordHash !== undefined) return takeTurn(owner, () => verify(passwordHash, normal(password)));
  decoy ??= hash('', cost);
  const decoyHash = await decoy;
  await takeTurn(owner, () => verify(decoyHash, normal(password)));
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

interface Waiting {
  owner: string;
  start(): void;
}

const places = availableParallelism();
const queue: Waiting[] = [];
/** How many of each owner are being worked on, and of all. */
const busy = new Map<string, number>();
let working = 0;

/**
 * A flood of logins waits in line instead of filling the memory, and is turned away when the line is long. Whoever has
 * the fewest under way is next, so that one who asks for many at once slows down nobody but himself.
 */
async function takeTurn<T>(owner: string, work: () => Promise<T>): Promise<T> {
  if (working < places) begin(owner);
  else await standInLine(owner);
  try {
    return await work();
  } finally {
    end(owner);
  }
}

function standInLine(owner: string): Promise<void> {
  if (queue.filter((waiting) => waiting.owner === owner).length >= longestOfOne)
    fail('request.too_many', { retryAfter: 1 });
  if (queue.length >= LONGEST_QUEUE) fail('server.unavailable', { retryAfter: QUEUE_RETRY_SECONDS });
  return new Promise((start) => queue.push({ owner, start }));
}

function begin(owner: string): void {
  working += 1;
  busy.set(owner, busyOf(owner) + 1);
}

function end(owner: string): void {
  working -= 1;
  if (busyOf(owner) > 1) busy.set(owner, busyOf(owner) - 1);
  else busy.delete(owner);
  let next = 0;
  for (const [index, waiting] of queue.entries())
    if (busyOf(waiting.owner) < busyOf(queue[next]?.owner ?? '')) next = index;
  for (const waiting of queue.splice(next, 1)) {
    begin(waiting.owner);
    waiting.start();
  }
}

const busyOf = (owner: string) => busy.get(owner) ?? 0;
