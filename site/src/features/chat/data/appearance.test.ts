import { expect, test } from 'vitest';
import { INCOMING_MESSAGE_DELAY_MS } from '../../../../../contract/kernel/constants.ts';
import { sampleMessage } from '../../../testing/sample-chat.ts';
import { appearance } from './appearance.ts';

const OPENED = 1_000_000;
const old = sampleMessage({ at: OPENED - 1, number: 1 });
const fresh = sampleMessage({ at: OPENED + 1_000, number: 2 });

test('what had come before the conversation was opened shows at once', () => {
  expect(appearance([old], { now: OPENED, openedAt: OPENED })).toEqual({
    shown: [old],
    coming: false,
    nextAt: null,
  });
});

test('what comes while it is open is typed for a while, counted from its own time', () => {
  const arriving = appearance([old, fresh], { now: fresh.at + 100, openedAt: OPENED });
  expect(arriving).toEqual({ shown: [old], coming: true, nextAt: fresh.at + INCOMING_MESSAGE_DELAY_MS });
  const there = appearance([old, fresh], { now: fresh.at + INCOMING_MESSAGE_DELAY_MS, openedAt: OPENED });
  expect(there.shown).toEqual([old, fresh]);
});

test('what came over a broken connection long ago does not wait again', () => {
  const late = appearance([fresh], { now: fresh.at + 60_000, openedAt: OPENED });
  expect(late).toMatchObject({ shown: [fresh], coming: false });
});

test('one’s own words show at once, from whichever device', () => {
  const own = sampleMessage({ type: 'own', at: OPENED + 1_000 });
  expect(appearance([own], { now: own.at, openedAt: OPENED }).shown).toEqual([own]);
});

test('nothing of the future is shown, nor is anybody said to be typing it', () => {
  const tomorrow = sampleMessage({ at: OPENED + 86_400_000 });
  const ownTomorrow = sampleMessage({ type: 'own', at: OPENED + 86_400_000 });
  const now = appearance([old, tomorrow, ownTomorrow], { now: OPENED, openedAt: OPENED });
  expect(now).toMatchObject({ shown: [old], coming: false });
});
