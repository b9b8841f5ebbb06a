/** Ends newsletters, by a link of a mail or by the word of the mail service. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type {
  refuseMails as refuseEndpoint,
  removeFromMails as removeEndpoint,
} from '../../../contract/notification/mail-removal.ts';
import type { LinkContext, MemberContext, VisitorContext } from '../../app.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { AuditEntry } from '../../platform/audit.ts';
import { HOUR, SECOND } from '../../platform/clock.ts';
import { transact } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/database.ts';
import { readUuid } from '../../platform/ids.ts';
import { recordUndeliverable } from '../../platform/mail/mail.ts';
import { normalEmail } from '../email-address.ts';
import { recordConsents } from '../signup/consents.ts';

/** Whoever follows the link of a newsletter, or is signed in, gets no more of them. Asking twice changes nothing. */
export async function refuseMails(
  context: MemberContext | LinkContext,
): Promise<ReplyOf<typeof refuseEndpoint>> {
  const id = 'linkToken' in context ? await ownerOf(context) : context.accountId;
  await transact(context.app.db, async (tx) => {
    const isKnown = await endNewsletters(context, tx, { whose: { id }, actor: { kind: 'member', id } });
    if (!isKnown) fail('link.invalid');
  });
  return { result: 'OK' };
}

async function ownerOf({ app: { links }, brandId, linkToken }: LinkContext): Promise<string> {
  const { subject } = await links.open(linkToken, { purpose: 'unsubscribe', brandId });
  return readUuid(subject) ?? fail('link.invalid');
}

type Input = InputOf<typeof removeEndpoint>;

/** The mail service tries for eight hours to reach us. */
const STALE_AFTER = 12 * HOUR;

/**
 * An unsubscription or a complaint ends newsletters and notices by mail; receipts, resets and the like still go. A hard
 * bounce ends every mail to the address. The same message again changes nothing, and a later yes of the member's stands.
 */
export async function removeFromMails(
  context: VisitorContext,
  { signature, event }: Input,
): Promise<ReplyOf<typeof removeEndpoint>> {
  const at = verifySignature(context, signature);
  const email = normalEmail(event.recipient);
  const { kind = 'unsubscribed', severity } = event;
  if (kind === 'unsubscribed' || kind === 'complained') {
    // An old message, or one that is played back, does not undo what the member has said since.
    await transact(context.app.db, (tx) =>
      endNewsletters(context, tx, { whose: { email }, at, actor: { kind: 'system' } }),
    );
  }
  if (kind === 'failed' && severity === 'permanent') {
    await recordUndeliverable(context.app, context.app.db, context.brandId, email);
  }
  return { result: 'OK' };
}

/** When it was signed; fails unless the holder of the key did so lately. */
function verifySignature(
  { app: { config, clock } }: VisitorContext,
  { timestamp, token, signature }: Input['signature'],
): Date {
  const key = config.mail.webhookKey;
  if (key === undefined) return fail('mail.webhook_off');
  const expected = createHmac('sha256', key).update(`${timestamp}${token}`).digest();
  const given = Buffer.from(signature, 'hex');
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  const age = clock.now().getTime() - Number(timestamp) * SECOND;
  if (!isSigned || !(Math.abs(age) <= STALE_AFTER)) fail('mail.webhook_unsigned');
  return new Date(Number(timestamp) * SECOND);
}

interface Ending {
  whose: { id: string } | { email: string };
  actor: AuditEntry['actor'];
  /** When it was said, where that was not now: a choice since then stands. */
  at?: Date;
}

/** Ends newsletters, and keeps the word as a proof. Answers whether there is such a member. */
async function endNewsletters(
  context: VisitorContext,
  tx: Tx,
  { whose, actor, at }: Ending,
): Promise<boolean> {
  const { brandId } = context;
  const account = await findNewsletterChoice(tx, brandId, whose);
  if (!account) return false;
  if (!account.newsletter) return true;
  if (at && account.last_choice_at && account.last_choice_at > at) return true;
  await tx
    .updateTable('account')
    .set({ newsletter: false })
    .where('brand_id', '=', brandId)
    .where('id', '=', account.id)
    .execute();
  const spoken = { ...context, language: account.language };
  await recordConsents(spoken, tx, account.id, { newsletter: false });
  await recordAudit(tx, { brandId, actor, action: 'account.mails_refused', subject: account.id });
  return true;
}

/** Whether somebody wants the newsletter, locked; and when he last said something about it. */
function findNewsletterChoice(tx: Tx, brandId: string, whose: { id: string } | { email: string }) {
  return tx
    .selectFrom('account as a')
    .select(['a.id', 'a.newsletter', 'a.language'])
    .select((from) =>
      from
        .selectFrom('consent as c')
        .select((c) => c.fn.max('c.created_at').as('at'))
        .whereRef('c.brand_id', '=', 'a.brand_id')
        .whereRef('c.account_id', '=', 'a.id')
        .where('c.kind', '=', 'newsletter')
        .as('last_choice_at'),
    )
    .where('a.brand_id', '=', brandId)
    .where((account) =>
      'id' in whose ? account('a.id', '=', whose.id) : account('a.email', '=', whose.email),
    )
    .forUpdate('a')
    .executeTakeFirst();
}
