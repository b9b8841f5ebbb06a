import { MINUTE } from '#server/platform/clock.ts';
import type { Bank } from './bank.ts';
import { json, readJson } from './http.ts';
import type { Call, Facade, Reply } from './http.ts';
import { randomText } from './wire-values.ts';

/** `/apple/paymentSession`: what Apple answers to a merchant who may take Apple Pay. Its words open nothing. */
export function createApple(bank: Bank): Facade {
  return ({ method, path, body }: Call): Reply => {
    const request = method === 'POST' && path === 'paymentSession' ? readJson(body) : undefined;
    if (!request) return json(404, { statusMessage: 'Not found' });
    const { merchantIdentifier, displayName, initiative, initiativeContext } = request;
    if (!merchantIdentifier || !displayName || initiative !== 'web' || !initiativeContext) {
      return json(400, { statusMessage: 'Payment Services Exception' });
    }
    const now = bank.clock.time();
    return json(200, {
      epochTimestamp: now,
      expiresAt: now + 5 * MINUTE,
      merchantSessionIdentifier: `SSH${randomText(40)}`,
      nonce: randomText(8).toLowerCase(),
      merchantIdentifier,
      domainName: initiativeContext,
      displayName,
      signature: randomText(64),
    });
  };
}
