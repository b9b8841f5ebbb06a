import { expect, test } from 'vitest';
import { INCOMING_MESSAGE_DELAY_MS } from '#contract/kernel/constants.ts';
import { sampleMessage } from '#site/testing/sample-chat.ts';
import { appearance, heldBackFor, showConversation } from './appearance.ts';

const NOW = 1_000_000;
const fresh = sampleMessage({ at: NOW - 100, number: 2 });
const opened = (work: () => void) => {
  const leave = showConversation(fresh.profileId);
  work();
  leave();
};

test('what comes while its conversation is open is typed for a while, counted from its own time', () => {
  opened(() => expect(heldBackFor(fresh, NOW)).toBe(INCOMING_MESSAGE_DELAY_MS - 100));
});

test('what came over a broken connection long ago does not wait again', () => {
  opened(() => expect(heldBackFor(fresh, NOW + 60_000)).toBe(0));
});

test('one’s own words show at once, from whichever device, and so does what comes to another page', () => {
  opened(() => expect(heldBackFor(sampleMessage({ type: 'own', at: NOW }), NOW)).toBe(0));
  expect(heldBackFor(fresh, NOW)).toBe(0);
});

test('a clock of the server that was set back hides nothing: what is here shows after the same moment', () => {
  const tomorrow = sampleMessage({ at: NOW + 86_400_000 });
  opened(() => expect(heldBackFor(tomorrow, NOW)).toBe(INCOMING_MESSAGE_DELAY_MS));
  expect(appearance([tomorrow], new Set())).toEqual({ shown: [tomorrow], coming: false });
});

test('withheld words are not on the screen, and the other one is typing', () => {
  const old = sampleMessage({ id: '0198f1a0-0000-7000-8000-0000000000ff', number: 1 });
  expect(appearance([old, fresh], new Set([fresh.id]))).toEqual({ shown: [old], coming: true });
});
