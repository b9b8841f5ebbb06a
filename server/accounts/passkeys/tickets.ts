import { z } from 'zod';
import { Failure } from '../../../contract/kernel/errors.ts';
import type { VisitorContext } from '../../app.ts';
import { MINUTE } from '../../platform/clock.ts';
import { useLinkOnce } from '../../platform/security/links.ts';

const VALID = 5 * MINUTE;
/** Stands for whoever signs in and has yet to say who he is. */
export const VISITOR = 'visitor';

/** Seals what the authenticator is to sign, so that nothing has to be remembered here. */
export function makeTicket({ links, brandId }: VisitorContext, subject: string, challenge: string) {
  return links.make({ purpose: 'passkey', brandId, subject, validFor: VALID, data: { challenge } });
}

/** What was to be signed. Undefined where the ticket is not good, not for this person, or was shown before. */
export async function takeTicket(
  { links, db, brandId }: VisitorContext,
  subject: string,
  ticket: string,
): Promise<string | undefined> {
  try {
    const link = await links.open(ticket, { purpose: 'passkey', brandId });
    if (link.subject !== subject) return undefined;
    await useLinkOnce(db, brandId, link);
    return z.string().parse(link.data['challenge']);
  } catch (error) {
    if (error instanceof Failure && error.code === 'link.invalid') return undefined;
    throw error;
  }
}

/** Who asks, as authenticators know him: by the host name in the address bar. */
export function relyingParty({ origin, brand }: VisitorContext) {
  return { rpID: new URL(origin).hostname, rpName: brand.settings.title };
}

/** How an account is called inside a passkey. Its address or its name may change, this does not. */
export function userHandleOf(accountId: string): Buffer<ArrayBuffer> {
  return Buffer.from(accountId.replaceAll('-', ''), 'hex');
}

/** The browser's objects as the contract knows them: without what is undefined. */
export function asJson(options: object): Record<string, z.core.util.JSONType> {
  return JSON.parse(JSON.stringify(options)) as Record<string, z.core.util.JSONType>;
}
