/// <reference types="node" />

import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createCall } from '#client/call.ts';
import type { EarlyCalls, OutgoingCall } from '#client/early-calls.ts';
import { sampleBoot, sampleUser } from '#client/testing/sample-boot.ts';
import { verify } from '#contract/account/sign-in.ts';
import { user } from '#contract/account/user.ts';
import { listConversations } from '#contract/chat/conversations.ts';
import { readDeck } from '#contract/discovery/deck.ts';
import { decodeReplyKey, importSealingKey, seal } from '#contract/kernel/sealing.ts';
import script from '../../ask-early.js?raw';

interface Sent {
  address: string;
  headers: Record<string, string>;
  body: string | undefined;
}

const origin = 'http://it.localhost';
const { hosts } = sampleBoot(origin);
const { token, trackerId } = { token: 'token-1', trackerId: 'click~1' };
const blocks: Record<string, unknown> = {
  shell: { hosts },
  'first-calls': [hosts.api + listConversations.path],
};

/** Runs the script as a page with a token does, and answers what it asks. */
function askEarly(answer: (asked: Sent) => Promise<unknown>, kept: Record<string, string> = {}) {
  const stored: Record<string, string> = { token, trackerId, ...kept };
  const asked: Sent[] = [];
  const documentElement: { asked?: EarlyCalls } = {};
  runInNewContext(script, {
    document: {
      documentElement,
      getElementById: (id: string) => ({ textContent: JSON.stringify(blocks[id]) }),
    },
    localStorage: { getItem: (name: string) => stored[name] ?? null },
    location: { pathname: '/match' },
    crypto,
    btoa,
    AbortSignal,
    Map,
    JSON,
    async fetch(address: string, { headers, body }: Omit<Sent, 'address'>) {
      const one = { address, headers, body };
      asked.push(one);
      return Response.json(await answer(one));
    },
  });
  return { asked, early: documentElement.asked };
}

const callWith = (early: EarlyCalls | undefined) =>
  createCall({ hosts: () => hosts, token: () => token, early: () => early, sessionEnded: () => undefined });

/** An answer that only the page that asked can open. */
async function sealed({ headers }: Sent, content: unknown) {
  const key = decodeReplyKey(headers['seal-key'] ?? '');
  if (!key) throw new Error('There is no key.');
  return seal(content, await importSealingKey(key));
}

test('the page finds what its first script has asked, and opens what was sealed to it', async () => {
  const { asked, early } = askEarly(async (one) => {
    if (one.address.endsWith(verify.path)) return { verify: await sealed(one, z.encode(user, sampleUser())) };
    return { messages: [], totalUnreadMessages: 3, da_rispondere: 2, next: null };
  });
  const call = callWith(early);
  expect(await call(verify, { token, trackerId })).toEqual({ status: 'live', user: sampleUser() });
  expect(await call(listConversations, { trackerId })).toEqual({ rows: [], unread: 3, owed: 2, next: null });
  expect(asked.map(({ address }) => address)).toEqual([
    `${origin}/api/users/verify`,
    `${origin}/api/get/messages/click~1`,
  ]);
  expect(asked[1]?.headers['authorization']).toBe(`Bearer ${token}`);
  // Each is given out once: what is asked again is asked of the server.
  expect(early?.answers.size).toBe(0);
});

test('what the screen at an address asked first is asked early at its next visit, and at no other', async () => {
  const deck = { profiles: [], esaurito: true, region: 'Lazio', city: null, allargata: false };
  const region = 'Lazio';
  let noted: OutgoingCall | undefined;
  const noting = createCall({
    hosts: () => hosts,
    token: () => token,
    sessionEnded: () => undefined,
    noteFirst: (call) => (noted = call),
  });
  await noting(readDeck, { trackerId, region }, { first: true }).catch(() => undefined);
  const visit = (path: string) =>
    askEarly(async (one) => ({ result: await sealed(one, deck) }), {
      firstCall: JSON.stringify({ path, ...noted }),
    });
  const next = visit('/match');
  expect((await callWith(next.early)(readDeck, { trackerId, region })).result.complete).toBe(true);
  expect(next.asked.at(-1)).toMatchObject({ address: hosts.dispenser + readDeck.path });
  const elsewhere = visit('/find');
  expect(elsewhere.early?.answers.size).toBe(2);
});
