/**
 * The one rule of who is told what, by which channel and when. It reads nothing and writes nothing: what it goes by is
 * read before, and what it says is written after.
 */

import type { ChannelName, NotificationKind, Pace } from '#contract/notification/kinds.ts';
import { HOUR } from '#server/platform/clock.ts';

/** What is known of the member at this moment. */
export interface Reader {
  /** Neither disabled nor about to leave, and has accepted the terms. */
  active: boolean;
  /** A page of his is open somewhere. */
  online: boolean;
  pace: Record<NotificationKind, Pace>;
  /** Hours of the day where he lives; the same twice means at any time. */
  quietFrom: number;
  quietTo: number;
  timeZone: string;
  hasPush: boolean;
  hasMessenger: boolean;
  /** His address is confirmed and can be reached. */
  hasMail: boolean;
  /** Whether he wants this kind by mail. */
  mail: Record<NotificationKind, boolean>;
  /** How many he was sent in the last 24 hours by each channel, or is about to be. */
  sent: Record<ChannelName, number>;
  /** When the last mail went, or null. */
  lastMailAt: Date | null;
}

/** What is known of what happened. */
export interface Happening {
  kind: NotificationKind;
  at: Date;
  /** It is still there and he has not seen it. */
  unread: boolean;
  /** When he was last told of it, alone or together with other things. */
  toldAt: Date | null;
  /** He could open the page of whoever it comes from, and neither has blocked the other. */
  visible: boolean;
}

export type DropReason =
  | 'inactive'
  | 'read'
  | 'told'
  | 'hidden'
  | 'muted'
  | 'in_page'
  | 'expired'
  | 'no_channel';
export type Decision =
  | { act: 'drop'; reason: DropReason }
  | { act: 'wait'; until: Date }
  | { act: 'send'; channel: ChannelName };

/** Nobody is told of what happened before this. It is still in the page. */
const EXPIRES_AFTER = 72 * HOUR;

/** At most so many in 24 hours. */
export const mostPerDay: Readonly<Record<ChannelName, number>> = { push: 20, messenger: 12, mail: 4 };
const MAIL_EVERY = HOUR;
/** The hour at which those who want it once a day are told. */
const DAILY_HOUR = 18;

export function decide(happening: Happening, reader: Reader, now: Date): Decision {
  const { kind, at } = happening;
  if (!reader.active) return drop('inactive');
  if (!happening.unread) return drop('read');
  if (happening.toldAt && happening.toldAt >= at) return drop('told');
  if (!happening.visible) return drop('hidden');
  if (now.getTime() - at.getTime() > EXPIRES_AFTER) return drop('expired');
  const pace = reader.pace[kind];
  if (pace === 'never') return drop('muted');
  if (reader.online) return drop('in_page');
  const channel = chooseChannel(kind, reader);
  if (!channel) return drop('no_channel');
  const time = earliest({ pace, channel }, happening, reader, now);
  return time <= now ? { act: 'send', channel } : { act: 'wait', until: time };
}

const drop = (reason: DropReason): Decision => ({ act: 'drop', reason });

/** The quickest that he has. */
function chooseChannel(kind: NotificationKind, reader: Reader): ChannelName | undefined {
  if (reader.hasPush) return 'push';
  if (reader.hasMessenger) return 'messenger';
  return reader.hasMail && reader.mail[kind] ? 'mail' : undefined;
}

/** When it may be told at the earliest: by his pace, by how much he was told already, and never in his night. */
function earliest(
  { pace, channel }: { pace: Exclude<Pace, 'never'>; channel: ChannelName },
  { at }: Happening,
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
