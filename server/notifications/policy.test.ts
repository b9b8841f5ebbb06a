import { expect, test } from 'vitest';
import { allKinds, channels, forEachKind } from '#contract/notification/kinds.ts';
import type { NotificationKind } from '#contract/notification/kinds.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { decide, mostPerDay } from './policy.ts';
import type { NotificationEvent, Reader } from './policy.ts';

/** A Tuesday afternoon in Rome, where clocks are an hour ahead of UTC. */
const afternoon = new Date('2026-11-17T15:20:00+01:00');
const at = (time: string) => new Date(`2026-11-${time}:00+01:00`);

const everyKind = <T>(value: T): Record<NotificationKind, T> => forEachKind(allKinds, () => value);

/** A member who is away, reachable in every way, and wants all at once. */
const away: Reader = {
  active: true,
  online: false,
  pace: everyKind('at_once'),
  quietFrom: 22,
  quietTo: 8,
  timeZone: 'Europe/Rome',
  hasPush: true,
  hasMessenger: true,
  hasMail: true,
  mail: everyKind(true),
  sent: { push: 0, messenger: 0, mail: 0 },
  lastMailAt: null,
};
const push = { ...away };
const messenger = { ...away, hasPush: false };
const mail = { ...messenger, hasMessenger: false };
const nothing = { ...mail, hasMail: false };
const byChannel = { push, messenger, mail };

function event(change: Partial<NotificationEvent> = {}): NotificationEvent {
  return { kind: 'message', at: at('17T15:19'), unread: true, visible: true, notifiedAt: null, ...change };
}

const drops: [string, Partial<Reader>, Partial<NotificationEvent>, string][] = [
  ['a disabled account', { active: false }, {}, 'inactive'],
  ['what was read meanwhile', {}, { unread: false }, 'read'],
  ['a member who was blocked, or cannot be seen', {}, { visible: false }, 'hidden'],
  ['what he has muted', { pace: everyKind('never') }, {}, 'muted'],
  ['what they were notified of a minute later', {}, { notifiedAt: at('17T15:20') }, 'already_notified'],
  ['what is three days old', {}, { at: at('14T15:19') }, 'expired'],
];

test.for(drops.flatMap((row) => allKinds.map((kind) => ({ kind, row }))))(
  '$kind: no notification of $row.0',
  ({ kind, row: [, reader, what, reason] }) => {
    for (const channel of Object.values(byChannel)) {
      expect(decide(event({ kind, ...what }), { ...channel, ...reader }, afternoon)).toEqual({
        act: 'drop',
        reason,
      });
    }
  },
);

test.for(allKinds.filter((kind) => kind !== 'message'))(
  '%s: no notification of it with the page open',
  (kind) => {
    for (const channel of Object.values({ ...byChannel, nothing }))
      expect(decide(event({ kind }), { ...channel, online: true }, afternoon)).toEqual({
        act: 'drop',
        reason: 'in_page',
      });
  },
);

test.for([
  { age: 0, pause: 5 },
  { age: 5, pause: 5 },
  { age: 20, pause: 20 },
  { age: 300, pause: 60 },
])('a message of $age minutes ago waits $pause minutes in an open page', ({ age, pause }) => {
  const minutes = (count: number) => new Date(afternoon.getTime() + count * MINUTE);
  for (const channel of Object.values(byChannel))
    expect(decide(event({ at: minutes(-age) }), { ...channel, online: true }, afternoon)).toEqual({
      act: 'wait',
      until: minutes(pause),
      inPage: true,
    });
  expect(decide(event(), { ...nothing, online: true }, afternoon)).toEqual({
    act: 'drop',
    reason: 'in_page',
  });
});

test.for(allKinds.flatMap((kind) => channels.map((channel) => ({ kind, channel }))))(
  '$kind goes by $channel where that is the quickest way to the member',
  ({ kind, channel }) => {
    expect(decide(event({ kind }), byChannel[channel], afternoon)).toEqual({ act: 'send', channel });
    expect(decide(event({ kind }), nothing, afternoon)).toEqual({ act: 'drop', reason: 'no_channel' });
  },
);

test.for(allKinds)('%s goes by no mail to members who want none of it by mail, though others do', (kind) => {
  const reader = { ...mail, mail: { ...everyKind(true), [kind]: false } };
  expect(decide(event({ kind }), reader, afternoon)).toEqual({ act: 'drop', reason: 'no_channel' });
  const other = kind === 'message' ? 'like' : 'message';
  expect(decide(event({ kind: other }), reader, afternoon)).toMatchObject({ act: 'send' });
  expect(decide(event({ kind }), { ...reader, hasPush: true }, afternoon)).toMatchObject({
    channel: 'push',
  });
});

const times: [string, Partial<Reader>, { at?: string; now: string }, string][] = [
  ['at once', {}, { now: '17T15:20' }, 'now'],
  ['in the evening until the quiet hours', {}, { now: '17T21:59' }, 'now'],
  ['in the night, when it is over', {}, { now: '17T22:00' }, '18T08:00'],
  ['after midnight, the same morning', {}, { now: '18T03:10' }, '18T08:00'],
  ['at the end of the night', {}, { now: '18T08:00' }, 'now'],
  ['in the night of a member without quiet hours', { quietFrom: 0, quietTo: 0 }, { now: '18T03:10' }, 'now'],
  ['in quiet hours at noon', { quietFrom: 12, quietTo: 16 }, { now: '17T15:20' }, '17T16:00'],
  [
    'in the night of the Canary Islands, an hour later',
    { timeZone: 'Atlantic/Canary' },
    { now: '17T22:30' },
    'now',
  ],
  ['hourly: at the next full hour', { pace: everyKind('hourly') }, { now: '17T15:20' }, '17T16:00'],
  ['hourly: when that has come', { pace: everyKind('hourly') }, { at: '17T15:19', now: '17T16:00' }, 'now'],
  [
    'hourly in the last hour of the day: in the morning',
    { pace: everyKind('hourly') },
    { at: '17T21:30', now: '17T21:31' },
    '18T08:00',
  ],
  ['daily: in the evening', { pace: everyKind('daily') }, { now: '17T15:20' }, '17T18:00'],
  [
    'daily, what came after that: the next evening',
    { pace: everyKind('daily') },
    { at: '17T18:01', now: '17T18:02' },
    '18T18:00',
  ],
  ['daily: when that has come', { pace: everyKind('daily') }, { at: '17T10:00', now: '17T18:00' }, 'now'],
];

test.for(times.flatMap((row) => Object.keys(byChannel).map((channel) => ({ channel, row }))))(
  'by $channel $row.0',
  ({ channel, row: [, change, { at: then, now }, expected] }) => {
    const reader = { ...byChannel[channel as keyof typeof byChannel], ...change };
    const decision = decide(event({ at: at(then ?? now) }), reader, at(now));
    expect(decision).toEqual(
      expected === 'now' ? { act: 'send', channel } : { act: 'wait', until: at(expected) },
    );
  },
);

test.for(['push', 'messenger', 'mail'] as const)(
  'by %s no more a day than a member could bear',
  (channel) => {
    const full = { ...byChannel[channel], sent: { ...away.sent, [channel]: mostPerDay[channel] } };
    const almost = { ...full, sent: { ...away.sent, [channel]: mostPerDay[channel] - 1 } };
    expect(decide(event(), almost, afternoon)).toEqual({ act: 'send', channel });
    expect(decide(event(), full, afternoon)).toEqual({ act: 'wait', until: at('17T18:00') });
    expect(decide(event({ at: at('17T19:00') }), full, at('17T19:00'))).toEqual({
      act: 'wait',
      until: at('18T18:00'),
    });
  },
);

test('mails are an hour apart; a push needs not wait for a mail', () => {
  const mailed = { lastMailAt: at('17T14:50') };
  expect(decide(event(), { ...mail, ...mailed }, afternoon)).toEqual({
    act: 'wait',
    until: at('17T15:50'),
  });
  expect(decide(event(), { ...mail, lastMailAt: at('17T14:20') }, afternoon)).toMatchObject({
    act: 'send',
  });
  expect(decide(event(), { ...push, ...mailed }, afternoon)).toMatchObject({ act: 'send' });
});

test('the quiet hours end by the clock on the wall, also in the night in which it is changed', () => {
  const now = new Date('2026-10-25T00:30:00+02:00');
  expect(decide(event({ at: now }), push, now)).toEqual({
    act: 'wait',
    until: new Date('2026-10-25T08:00:00+01:00'),
  });
});
