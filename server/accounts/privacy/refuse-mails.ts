import type { ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type { refuseMails as endpoint } from '../../../contract/notification/mail-removal.ts';
import type { LinkContext, MemberContext, VisitorContext } from '../../app.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { AuditEntry } from '../../platform/audit.ts';
import { transact } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/database.ts';
import { readUuid } from '../../platform/ids.ts';
import { recordConsents } from '../signup/record-consents.ts';
import { findNewsletterChoice, switchNewsletterOff } from './queries.ts';

/** Whoever follows the link of a newsletter, or is signed in, gets no more of them. Asking twice changes nothing. */
export async function refuseMails(context: MemberContext | LinkContext): Promise<ReplyOf<typeof endpoint>> {
  const id = 'linkToken' in context ? await ownerOf(context) : context.accountId;
  await transact(context.db, async (tx) => {
    const isKnown = await endNewsletters(context, tx, { whose: { id }, actor: { kind: 'member', id } });
    if (!isKnown) fail('link.invalid');
  });
  return { result: 'OK' };
}

async function ownerOf({ links, brandId, linkToken }: LinkContext): Promise<string> {
  const { subject } = await links.open(linkToken, { purpose: 'unsubscribe', brandId });
  return readUuid(subject) ?? fail('link.invalid');
}

interface Ending {
  whose: { id: string } | { email: string };
  actor: AuditEntry['actor'];
  /** When it was said, where that was not now: a choice since then stands. */
  at?: Date;
}

/** Ends newsletters, and keeps the word as a proof. Answers whether there is such a member. */
export async function endNewsletters(
  context: VisitorContext,
  tx: Tx,
  { whose, actor, at }: Ending,
): Promise<boolean> {
  const { brandId } = context;
  const account = await findNewsletterChoice(tx, brandId, whose);
  if (!account) return false;
  if (!account.newsletter) return true;
  if (at && account.last_choice_at && account.last_choice_at > at) return true;
  await switchNewsletterOff(tx, brandId, account.id);
  const spoken = { ...context, language: account.language };
  await recordConsents(spoken, tx, account.id, { newsletter: false });
  await recordAudit(tx, { brandId, actor, action: 'account.mails_refused', subject: account.id });
  return true;
}
