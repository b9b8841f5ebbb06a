import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { authenticate, signOut, verify } from '#contract/account/sign-in.ts';
import { systemClock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { openSession } from '#server/platform/security/sessions.ts';
import { callAt } from '../http.ts';
import { BACK_OFF_MS } from '../real-server.ts';
import { withServices } from '../world.ts';
import type { Member } from '../world.ts';

/** What the server said it had done, and must have done whatever happens next. */
export interface Acknowledged {
  opened: string[];
  ended: string[];
}

interface Use {
  port: number;
  marco: Member;
  /** Sessions to be ended. */
  spare: string[];
  acknowledged: Acknowledged;
  done: AbortSignal;
}

/** Opens and ends sessions, several at a time, until stopped or until no answer comes. */
export async function useSessions({ port, marco, spare, acknowledged, done }: Use): Promise<void> {
  const signInAgain = async () => {
    while (!done.aborted) {
      const { status, reply } = await callAt(port, authenticate, {
        email: marco.email,
        password: marco.password,
      });
      expect([200, 503]).toContain(status);
      if (status === 200) acknowledged.opened.push(reply.token);
      else await pause(BACK_OFF_MS);
    }
  };
  const signOutAll = async () => {
    for (let token = spare.pop(); token !== undefined && !done.aborted; token = spare.pop()) {
      const { status } = await callAt(port, signOut, {}, { token });
      expect([200, 503]).toContain(status);
      if (status === 200) acknowledged.ended.push(token);
      else await pause(BACK_OFF_MS);
    }
  };
  const noAnswer = (error: unknown) => {
    if (!(error instanceof Error && 'syscall' in error) && !String(error).includes('socket hang up'))
      throw error;
  };
  await Promise.all(
    [signInAgain(), signInAgain(), signOutAll(), signOutAll()].map((work) => work.catch(noAnswer)),
  );
}

export function spareSessions(db: Database, marco: Member, count: number): Promise<string[]> {
  const context = withServices(marco, { clock: systemClock });
  return Promise.all(
    Array.from({ length: count }, () => openSession(context, db, marco.accountId, 'password')),
  );
}

/** What was opened is live, what was ended is not. */
export async function expectKept(
  port: number,
  marco: Member,
  { opened, ended }: Acknowledged,
  when: string,
): Promise<void> {
  const statusOf = async (token: string) => {
    const { reply } = await callAt(port, verify, { token, trackerId: marco.trackerId });
    return `${reply.status} ${when}`;
  };
  expect(await Promise.all(opened.map(statusOf))).toEqual(opened.map(() => `live ${when}`));
  expect(await Promise.all(ended.map(statusOf))).toEqual(ended.map(() => `dead ${when}`));
}
