/** Push messages: which devices get them. A device is named by the JSON of its browser's `PushSubscription`. */

import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds, trackerId } from '../kernel/fields.ts';
import { as, spelled } from '../kernel/spelling.ts';
import { code, word } from '../kernel/text.ts';

const pushToken = code(4096).min(1);
const done = spelled({ result: as('result', z.literal('OK')) });
const ofMember = spelled({ trackerId: as('clickid', trackerId), pushToken: as('pushToken', pushToken) });

export const readPushKey = endpoint({
  host: 'api',
  method: 'GET',
  path: '/push/key',
  access: 'visitor',
  summary: 'The public key that a browser asks its push service for a subscription with.',
  /** An uncompressed point in base64url, as `applicationServerKey` takes it. */
  reply: z.object({ publicKey: z.string().length(87) }),
  errors: [],
});

export const savePushToken = endpoint({
  host: 'api',
  method: 'POST',
  path: '/users/pushToken',
  access: 'member',
  owner: 'trackerId',
  summary: 'Where push messages for this device go, until the session ends.',
  body: ofMember,
  reply: done,
  errors: ['push.invalid'],
});

export const removePushToken = endpoint({
  host: 'api',
  method: 'POST',
  path: '/users/removePushToken',
  access: 'member',
  owner: 'trackerId',
  summary: 'No more push messages for this device.',
  body: ofMember,
  reply: done,
  errors: ['push.invalid'],
});

export const renewPushToken = endpoint({
  host: 'api',
  method: 'POST',
  path: '/push/renew',
  access: 'visitor',
  summary:
    'The push service has given the device a new subscription. A caller who knows the old one whole may replace it.',
  body: z.object({ oldToken: pushToken, newToken: pushToken }),
  reply: z.object({ result: z.literal('OK') }),
  errors: ['push.invalid'],
});

const ownDevices = {
  host: 'api',
  access: 'member',
  owner: 'trackerId',
  beforeConsent: true,
} as const;
/** Tells the devices of one member apart. It leads to none of them. */
const deviceId = word(64, /^[\da-f]{64}$/);

const pushDevice = z.object({
  id: deviceId,
  /** Whether the call was made in the session that the device belongs to. */
  current: z.boolean(),
  /** A browser and a system, such as "Chrome, Android"; empty where nothing is known. */
  device: z.string().max(100),
  createdAt: epochMilliseconds,
});
export type PushDevice = z.output<typeof pushDevice>;

export const listPushDevices = endpoint({
  ...ownDevices,
  params: z.object({ trackerId }),
  method: 'GET',
  path: '/users/:trackerId/pushDevices',
  summary: 'The devices that get push messages, newest first.',
  reply: z.object({ devices: z.array(pushDevice).max(20) }),
  errors: [],
});

export const removePushDevice = endpoint({
  ...ownDevices,
  params: z.object({ trackerId, deviceId }),
  method: 'DELETE',
  path: '/users/:trackerId/pushDevices/:deviceId',
  summary: 'No more push messages for one of my devices, whichever it is.',
  reply: done,
  errors: [],
});
