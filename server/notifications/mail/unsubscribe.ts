/** Ends mails that no member has to get, by the link of one or while signed in. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isEmailAddress } from '#contract/kernel/email-address.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import { MAIL_KINDS } from '#contract/notification/mail-removal.ts';
import type {
  MailChoices,
  MailKind,
  refuseMails as refuseEndpoint,
  requestUnsubscribeLink as linkEndpoint,
} from '#contract/notification/mail-removal.ts';
import { openUnsubscribeLink, unsubscribeLink } from '#server/accounts/account-links.ts';
import { findAccountByEmail, findCredentials } from '#server/accounts/credentials.ts';
import { maskEmail, normalEmail } from '#server/accounts/email-address.ts';
import { endNewsletters, wantsNewsletter } from '#server/accounts/privacy/newsletter.ts';
import type { App, LinkContext, MemberContext, VisitorContext } from '#server/app.ts';
import { visitorContext } from '#server/bind.ts';
import { queueMail } from '#server/mails/mail.ts';
import type { AuditEntry } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { enqueue, handle, jobKind } from '#server/platform/jobs/jobs.ts';
import { ONE_CLICK } from '#server/platform/mail/transport.ts';
import { networkOf } from '#server/platform/network.ts';
import { refuseNotificationMails, settingsOf } from '../settings.ts';

/** Which mails a member gets. */
export async function readMailChoices(context: MemberContext | LinkContext): Promise<MailChoices> {
  const { db } = context.app;
  const { accountId, kinds: ofLink } = await whoAsks(context);
  const owner = { brandId: context.brandId, accountId };
  const account = (await findCredentials(db, context.brandId, accountId)) ?? fail('link.invalid');
  const { mail } = await settingsOf(db, owner);
  const wanted = { ...mail, newsletter: await wantsNewsletter(db, owner) };
  return { email: maskEmail(account.email), ofLink, wanted: MAIL_KINDS.filter((kind) => wanted[kind]) };
}

/** Asking twice changes nothing. */
export async function refuseMails(
  context: MemberContext | LinkContext,
  { kinds }: Pick<InputOf<typeof refuseEndpoint>, 'kinds'>,
): Promise<ReplyOf<typeof refuseEndpoint>> {
  const { accountId, kinds: ofLink } = await whoAsks(context);
  const refused = kinds ?? ('linkToken' in context ? ofLink : (['newsletter'] as const));
  await refuse(context, accountId, refused);
  return { result: 'OK' };
}

async function whoAsks(
  context: MemberContext | LinkContext,
): Promise<{ accountId: string; kinds: MailKind[] }> {
  if ('linkToken' in context) return openUnsubscribeLink(context, context.linkToken);
  return { accountId: context.accountId, kinds: [] };
}

async function refuse(context: VisitorContext, accountId: string, kinds: readonly MailKind[]): Promise<void> {
  await transact(context.app.db, async (tx) => {
    if (!(await findCredentials(tx, context.brandId, accountId))) fail('link.invalid');
    await endMails(context, tx, { accountId, kinds, actor: { kind: 'member', id: accountId } });
  });
}

interface Ending {
  accountId: string;
  kinds: readonly MailKind[];
  actor: AuditEntry['actor'];
  /** When it was said, where that was not now: a choice since then stands. */
  at?: Date;
}

export async function endMails(
  context: VisitorContext,
  tx: Tx,
  { accountId, kinds, actor, at }: Ending,
): Promise<void> {
  const notices = kinds.filter((kind) => kind !== 'newsletter');
  await refuseNotificationMails(tx, { brandId: context.brandId, accountId }, notices, at);
  if (notices.length < kinds.length)
    await endNewsletters(context, tx, { accountId, actor, ...(at && { at }) });
}

const linkPayload = z.object({
  brandId: z.uuid(),
  /** None where the address was unknown: that job exists only to take as long to ask for. */
  accountId: z.uuid().nullable(),
  /** Of the site on which it was asked for. */
  origin: z.url().max(300),
});
const sendUnsubscribeLinkJob = jobKind('notifications.sendUnsubscribeLink', linkPayload, { maxAttempts: 6 });

/** Mails a link to the owner of this address. Neither the answer nor its time says whether it has one. */
export async function requestUnsubscribeLink(
  { app: { db, limits }, brandId, origin, ip }: VisitorContext,
  input: InputOf<typeof linkEndpoint>,
): Promise<ReplyOf<typeof linkEndpoint>> {
  const email = normalEmail(input.email);
  if (!isEmailAddress(email)) fail('field.email');
  await limits.hit('unsubscribeAddress', ip);
  await limits.hit('unsubscribeNetwork', `${brandId} ${email} ${networkOf(ip)}`);
  const account = await findAccountByEmail(db, brandId, email);
  if (await limits.tryHit('unsubscribeEmail', `${brandId} ${email}`))
    await enqueue(db, sendUnsubscribeLinkJob, { brandId, accountId: account?.id ?? null, origin });
  return { result: 'OK' };
}

/** The link is made when the mail is sent: what waits in the queue ends nothing. It speaks of all mails that there are. */
async function sendUnsubscribeLink(
  { db, brands }: App,
  { brandId, accountId, origin }: z.output<typeof linkPayload>,
): Promise<void> {
  if (accountId === null) return;
  const brand = brands.byId(brandId);
  if (!brand) throw new Error('the brand of a link is not known here yet');
  const account = await findCredentials(db, brandId, accountId);
  if (!account) return;
  const link = unsubscribeLink(origin, { accountId }, MAIL_KINDS);
  const { email: to, language } = account;
  await transact(db, (tx) =>
    queueMail(tx, { brand, accountId, to, language, template: 'unsubscribe_link', data: { link } }),
  );
}

export const unsubscribeJobs = [handle(sendUnsubscribeLinkJob, sendUnsubscribeLink)];

const LONGEST_FORM = 4_096;

/**
 * The address that stands in the header of a mail. A mail program posts to it when its user presses "unsubscribe", without
 * cookies and without opening the page that a browser gets there (RFC 8058).
 */
export async function addOneClick(_: App, server: FastifyInstance): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LONGEST_FORM }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/unsubscribe', (request, reply) => answerOneClick(request, reply));
  });
}

async function answerOneClick(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { token } = request.query as { token?: unknown };
  const form = Buffer.isBuffer(request.body) ? request.body.toString('latin1') : '';
  // As a form's line or as a part of a multipart one.
  const isOneClick = form === ONE_CLICK || /name="List-Unsubscribe"\r\n\r\nOne-Click\r\n/i.test(form);
  if (!isOneClick) fail('request.malformed', { issues: [] });
  if (typeof token !== 'string') return fail('link.invalid');
  const context = visitorContext(request);
  const { accountId, kinds } = await openUnsubscribeLink(context, token);
  await refuse(context, accountId, kinds);
  return reply.header('cache-control', 'no-store').type('text/plain').send('OK\n');
}
