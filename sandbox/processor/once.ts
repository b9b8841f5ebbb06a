import { hash, randomBytes } from 'node:crypto';
import { DAY } from '../../server/platform/clock.ts';
import type { ShiftedClock } from './agenda.ts';
import { keep } from './bounded.ts';
import type { Reply } from './http.ts';

const MOST_KEPT = 100_000;

/** Answers the same question the same way, by a key that the merchant gives it. */
export class Once {
  #clock: ShiftedClock;
  #lasts: number;
  #answers = new Map<string, { print: string; reply: Reply; at: number }>();
  // Without it, the prints would say which card was in the body to whoever guesses.
  #salt = randomBytes(16).toString('hex');

  constructor(clock: ShiftedClock, days: number) {
    this.#clock = clock;
    this.#lasts = days * DAY;
  }

  /** Only what is not a fault of ours is remembered. */
  do(key: string | undefined, content: string, conflict: () => Reply, work: () => Reply): Reply {
    if (key === undefined) return work();
    const print = hash('sha256', this.#salt + content, 'base64url');
    const now = this.#clock.time();
    const known = this.#answers.get(key);
    if (known && now - known.at < this.#lasts) return known.print === print ? known.reply : conflict();
    const reply = work();
    if (reply.status < 500) {
      this.#answers.delete(key);
      keep(this.#answers, MOST_KEPT, key, { print, reply, at: now });
    }
    return reply;
  }
}
