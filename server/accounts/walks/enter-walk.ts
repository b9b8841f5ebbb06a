import type { enterWalk as endpoint } from '#contract/account/walk.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { LinkContext } from '#server/app.ts';
import { transact } from '#server/platform/database/database.ts';
import { useLinkOnce } from '#server/platform/security/links.ts';
import { openSession } from '#server/platform/security/sessions.ts';
import { describeUser } from '../describe-user.ts';
import { readWalkedBrand } from '../walked-brand.ts';

/** Opens the one session of a walk. It ends with the walk. */
export async function enterWalk(context: LinkContext): Promise<ReplyOf<typeof endpoint>> {
  const { app, brandId, linkToken } = context;
  const link = await app.links.open(linkToken, { purpose: 'walk', brandId });
  const accountId = link.subject;
  const { token, endsAt } = await transact(app.db, async (tx) => {
    await useLinkOnce(tx, brandId, link);
    const walk = await tx
      .selectFrom('walk')
      .select('ends_at')
      .where('brand_id', '=', brandId)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    if (!walk || walk.ends_at <= app.clock.now()) return fail('link.invalid');
    const opened = await openSession(context, tx, accountId, 'link', { endsAt: walk.ends_at });
    return { token: opened, endsAt: walk.ends_at };
  });
  const brand = await readWalkedBrand(app, context.brand, accountId);
  const user = await describeUser({ ...context, brand }, accountId);
  return { token, trackerId: user.trackerId, user, endsAt: endsAt.getTime() };
}
