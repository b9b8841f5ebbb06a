/** How a push service finds out who sends (VAPID, RFC 8292). */

import { importJWK, jwtVerify } from 'jose';

const A_DAY_IN_SECONDS = 24 * 60 * 60;

/** Answers who it is, or throws: the signature must be the key's own, for this service, and good for a day at most. */
export async function checkVapid(
  authorization: string | undefined,
  audience: string,
): Promise<{ subject: string; publicKey: string }> {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? [];
  const point = Buffer.from(publicKey, 'base64url');
  if (point.length !== 65 || point[0] !== 4) throw new Error('no sender’s key');
  const key = await importJWK(
    {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    'ES256',
  );
  const { payload } = await jwtVerify(token, key, {
    algorithms: ['ES256'],
    audience,
    requiredClaims: ['exp', 'aud'],
  });
  if ((payload.exp ?? 0) > Date.now() / 1_000 + A_DAY_IN_SECONDS) throw new Error('good for too long');
  const subject = payload.sub ?? '';
  if (!/^(?:mailto:.+@.+|https:\/\/.+)/.test(subject)) throw new Error('no way to reach the sender');
  return { subject, publicKey };
}
