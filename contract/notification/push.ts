/** Push messages: which devices get them. A device is named by the JSON of its browser's `PushSubscription`. */

import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { trackerId } from '../kernel/fields.ts';
import { as, spelled } from '../kernel/spelling.ts';
import { code } from '../kernel/text.ts';

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
    'The push service has given the device a new subscription. Whoever knows the old one whole may replace it.',
  body: z.object({ oldToken: pushToken, newToken: pushToken }),
  reply: z.object({ result: z.literal('OK') }),
  errors: ['push.invalid'],
});
