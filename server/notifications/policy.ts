/**
 * The one rule of who is notified of what, by which channel and when. It reads nothing and writes nothing: what it goes
 * by is read before, and what it says is written after.
 */

import type { ChannelName, NotificationKind, Pace } from '#contract/notification/kinds.ts';
import { isAbout } from '#contract/notification/kinds.ts';
import { HOUR, MINUTE, SECOND } from '#server/platform/clock.ts';

/** What is known of the member at this moment. */
export interface Reader {
  /** Neither disabled nor about to leave, and has accepted the terms. */
  active: boolean;
  /** A page of the member is open somewhere. */
  online: boolean;
  pace: Record<NotificationKind, Pace>;
  /** Hours of the day where the member lives; the same twice means at any time. */
  quietFrom: number;
  quietTo: number;
  timeZone: string;
  hasPush: boolean;
  hasMessenger: boolean;
  /** The member's address is confirmed and can be reached. */
  hasMail: boolean;
  /** Whether the member wants this kind by mail. */
  mail: Record<NotificationKind, boolean>;
  /** How many the member was sent in the last 24 hours by each channel, or is about to be. */
  sent: Record<ChannelName, number>;
  /** When the last mail went, or null. */
  lastMailAt: Date | null;
}

/** What is known of the event. */
export interface NotificationEvent {
  kind: NotificationKind;
  at: Date;
  /** It is still there and the member has not seen it. */
  unread: boolean;
  /** When the member was last notified of it, alone or together with other things. */
  notifiedAt: Date | null;
  /** The member could open the page of the person it comes from, and neither has blocked the other. */
  visible: boolean;
}

export type DropReason =
  | 'inactive'
  | 'read'
  | 'already_notified'
  | 'hidden'
  | 'muted'
  | 'in_page'
  | 'expired'
  | 'no_channel';
export type Decision =
  | { act: 'drop'; reason: DropReason }
  /** `inPage`: it waits for the member to read it in an open page, or to close that page. */
  | { act: 'wait'; until: Date; inPage?: true }
  | { act: 'send'; channel: ChannelName };

/** For so long no notification goes out: a member who reads it at once needs none. */
export const GRACE = 20 * SECOND;
/**
 * So long a message waits for a member who has a page open. It is looked at sooner where they close the last one; this is for
 * a node that dies with their connections. What is still unread then is looked at less and less often.
 */
export const GRACE_IN_PAGE = 5 * MINUTE;
const LONGEST_IN_PAGE = HOUR;
/** No notification goes out of events before this. They are still in the page. */
const EXPIRES_AFTER = 72 * HOUR;

/** At most so many in 24 hours. */
export const mostPerDay: Readonly<Record<ChannelName, number>> = { push: 20, messenger: 12, mail: 4 };
const MAIL_EVERY = HOUR;
/** The hour at which those who want it once a day are notified. */
const DAILY_HOUR = 18;

export function decide(event: NotificationEvent, reader: Reader, now: Date): Decision {
  const { kind, at } = event;
  if (!reader.active) return drop('inactive');
  if (!event.unread) return drop('read');
  if (event.notifiedAt && event.notifiedAt >= at) return drop('already_notified');
  if (!event.visible) return drop('hidden');
  if (now.getTime() - at.getTime() > EXPIRES_AFTER) return drop('expired');
  const pace = reader.pace[kind];
  if (pace === 'never') return drop('muted');
  const channel = chooseChannel(kind, reader);
  if (reader.online) return channel && isAbout(kind, 'conversation') ? waitInPage(at, now) : drop('in_page');
  if (!channel) return drop('no_channel');
  const time = earliest({ pace, channel }, event, reader, now);
  return time <= now ? { act: 'send', channel } : { act: 'wait', until: time };
}

const drop = (reason: DropReason): Decision => ({ act: 'drop', reason });

/** The page may be open and not looked at, so what is unread when it is closed is sent then. */
function waitInPage(at: Date, now: Date): Decision {
  const age = now.getTime() - at.getTime();
  const pause = Math.min(Math.max(age, GRACE_IN_PAGE), LONGEST_IN_PAGE);
  return { act: 'wait', until: new Date(now.getTime() + pause), inPage: true };
}

/** The quickest channel that the member has. */
function chooseChannel(kind: NotificationKind, reader: Reader): ChannelName | undefined {
  if (reader.hasPush) return 'push';
  if (reader.hasMessenger) return 'messenger';
  return reader.hasMail && reader.mail[kind] ? 'mail' : undefined;
}

/**
 * When it may be sent at the earliest: by the member's pace, by how much they were sent already, and never in their
 * night.
 */
function earliest(
  { pace, channel }: { pace: Exclude<Pace, 'never'>; channel: ChannelName },
  { at }: NotificationEvent,
  reader: Reader,
  now: Date,
): Date {
  const local = zoned(reader, now);
  if (reader.sent[channel] >= mostPerDay[channel]) return afterQuiet(nextHour(local, DAILY_HOUR), reader);
  const due = {
    at_once: () => at,
    hourly: () => toDate(zoned(reader, at).round({ smallestUnit: 'hour', roundingMode: 'ceil' })),
    daily: () => nextHour(zoned(reader, at), DAILY_HOUR),
  }[pace]();
  const mailFrom =
    channel === 'mail' && reader.lastMailAt ? new Date(reader.lastMailAt.getTime() + MAIL_EVERY) : now;
  return afterQuiet(latest(due, mailFrom, now), reader);
}

const latest = (...dates: Date[]) => new Date(Math.max(...dates.map((date) => date.getTime())));

const zoned = ({ timeZone }: Reader, at: Date) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
const toDate = (at: Temporal.ZonedDateTime) => new Date(at.epochMilliseconds);

/** The next moment at which a clock on the wall shows this hour; now, where it does. */
function nextHour(local: Temporal.ZonedDateTime, hour: number): Date {
  const today = local.round({ smallestUnit: 'day', roundingMode: 'floor' }).with({ hour });
  return toDate(Temporal.ZonedDateTime.compare(today, local) < 0 ? today.add({ days: 1 }) : today);
}

/** The same moment, or the end of the quiet hours that it lies in. */
function afterQuiet(at: Date, reader: Reader): Date {
  const { quietFrom, quietTo } = reader;
  const local = zoned(reader, at);
  const isQuiet =
    quietFrom <= quietTo
      ? local.hour >= quietFrom && local.hour < quietTo
      : local.hour >= quietFrom || local.hour < quietTo;
  return isQuiet ? nextHour(local.with({ minute: 0, second: 0, millisecond: 0 }), quietTo) : at;
}
