/** The way out to phones and desktops: one message to every device of a member, by the push service of its browser. */

import { createHash } from 'node:crypto';
import { notificationKinds } from '#contract/notification/kinds.ts';
import type { PushMessage } from '#contract/notification/push-message.ts';
import type { App } from '#server/app.ts';
import { DAY, SECOND } from '#server/platform/clock.ts';
import { NotTaken } from '../channel.ts';
import type { Channel, SendResult, NotificationContent } from '../channel.ts';
import { dropDevices, listDevices } from './subscriptions.ts';
import type { Subscription } from './subscriptions.ts';
import { writePush } from './words.ts';

/** So long a push service keeps it for a device that is switched off. */
const TIME_TO_LIVE = DAY / 1_000;
const TIMEOUT = 10 * SECOND;

export const pushChannel: Channel = { name: 'push', concurrency: 32, repeatable: true, send };

type Outcome = { is: 'sent' } | { is: 'gone' } | { is: 'not_taken'; why: string; afterMilliseconds: number };

async function send(app: App, content: NotificationContent, signal: AbortSignal): Promise<SendResult> {
  const { brand, accountId } = content;
  const devices = await listDevices(app, { brandId: brand.id, accountId });
  const request = await prepare(app, content);
  const outcomes = await Promise.all(
    devices.map(async (device) => ({ device, outcome: await post(request(device), signal) })),
  );
  const gone = outcomes.filter(({ outcome }) => outcome.is === 'gone').map(({ device }) => device);
  await dropDevices(app.db, brand.id, gone);
  if (outcomes.some(({ outcome }) => outcome.is === 'sent')) return 'sent';
  const refused = outcomes.flatMap(({ outcome }) => (outcome.is === 'not_taken' ? [outcome] : []));
  if (refused.length === 0) return 'gone';
  throw new NotTaken([...new Set(refused.map(({ why }) => why))].join('; '), {
    afterMilliseconds: Math.max(...refused.map(({ afterMilliseconds }) => afterMilliseconds)),
  });
}

interface PushRequest {
  address: string;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

/** What is said is written once; each device gets it encrypted with its own keys. */
async function prepare(
  app: App,
  content: NotificationContent,
): Promise<(device: Subscription) => PushRequest> {
  const { brand, id, accountId, kind } = content;
  const message: PushMessage = { id, ...writePush(content) };
  const payload = JSON.stringify(message);
  const options = {
    vapidDetails: { subject: `mailto:${brand.settings.support.email}`, ...(await app.pushKeys.of(brand.id)) },
    TTL: TIME_TO_LIVE,
    urgency: notificationKinds[kind].urgency,
    topic: collapseKey(accountId, message.tag),
  };
  const { default: webPush } = await import('web-push');
  return (device) => {
    const { endpoint, headers, body } = webPush.generateRequestDetails(device, payload, options);
    const { 'Content-Length': _, ...sent } = headers as Record<string, string | number>;
    return {
      address: endpoint,
      headers: Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)])),
      body: new Uint8Array(body ?? []),
    };
  };
}

/** A push service that still has an earlier one of the same topic delivers the later one only. It learns nothing by it. */
function collapseKey(accountId: string, tag: string): string {
  return createHash('sha256').update(`${accountId} ${tag}`).digest('base64url').slice(0, 32);
}

async function post({ address, headers, body }: PushRequest, signal: AbortSignal): Promise<Outcome> {
  const { host } = new URL(address);
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers,
      body,
      // Only the services that we know are asked, wherever they point.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
    });
    await response.body?.cancel();
    if (response.ok) return { is: 'sent' };
    if (response.status === 404 || response.status === 410) return { is: 'gone' };
    return {
      is: 'not_taken',
      why: `${host} answered ${response.status}`,
      afterMilliseconds: readRetryAfter(response.headers.get('retry-after')),
    };
  } catch (error) {
    // Whether it arrived or not: a second one takes the place of the first.
    return { is: 'not_taken', why: `${host}: ${describe(error)}`, afterMilliseconds: 0 };
  }
}

const LONGEST_WAIT = DAY;

/** Seconds, or a date. */
function readRetryAfter(header: string | null): number {
  if (header === null) return 0;
  const wait = /^\d+$/.test(header) ? Number(header) * SECOND : Date.parse(header) - Date.now();
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), LONGEST_WAIT);
}

function describe(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}
