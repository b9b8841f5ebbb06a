import type { InputOf, ReplyOf } from '../../contract/kernel/endpoint.ts';
import { fail } from '../../contract/kernel/errors.ts';
import type { readLinkOwner as contract } from '../../contract/account/sign-in.ts';
import type { LinkContext } from '../app.ts';
import { recordEvent } from '../platform/analytics-events.ts';
import { describeUser } from './describe-user.ts';
import { saveRemarketingId } from './queries.ts';
import { readLink } from './read-link.ts';

/** Tells whose link it is, and notes the click on the mail it came from. */
export async function readLinkOwner(
  context: LinkContext,
  input: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { db, brandId, clock } = context;
  const account = await readLink(context);
  if (input.trackerId !== account.tracker_id) fail('session.not_yours');
  const { remarketingId, linkKind, linkEvent } = input;
  await recordEvent(db, {
    brandId,
    type: 'mail_clicked',
    at: clock.now(),
    trackerId: account.tracker_id,
    accountId: account.id,
    details: { remarketingId, linkKind, linkEvent },
  });
  if (remarketingId) await saveRemarketingId(db, brandId, account.id, remarketingId);
  return { result: 'OK', user: await describeUser(context, account.id) };
}
