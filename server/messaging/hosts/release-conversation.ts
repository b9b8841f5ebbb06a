import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import type { releaseConversation as endpoint } from '../../../contract/staff/chat.ts';
import type { StaffContext } from '../../app.ts';
import { dropClaim } from './queue-queries.ts';
import { atBrand } from '../../brands/staff-context.ts';

/** Gives a conversation back. Where the host has none to give, nothing changes. */
export async function releaseConversation(
  context: StaffContext,
  { brand, id }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const { db, brandId, staffId } = atBrand(context, brand);
  await dropClaim(db, { brandId, id }, staffId);
  return { ok: true };
}
