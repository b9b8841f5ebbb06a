/** Which chat with a bot belongs to which member. A chat is connected by a code that is good once. */

import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  connectMessenger as connectEndpoint,
  disconnectMessenger as disconnectEndpoint,
  readMessenger as readEndpoint,
} from '#contract/notification/messenger.ts';
import { requireFreshProof } from '#server/accounts/fresh-proof.ts';
import type { App, MemberContext } from '#server/app.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { hashToken } from '#server/platform/security/sessions.ts';

const CODE_VALID = 15 * MINUTE;

export async function readMessenger(context: MemberContext): Promise<ReplyOf<typeof readEndpoint>> {
  const { app, brand, brandId, accountId } = context;
  const chat = await findChat(app.db, brandId, accountId);
  return {
    available: app.messengerBots.of(brand.settings.key) !== undefined,
    connectedAt: chat?.created_at.getTime() ?? null,
  };
}

/**
 * The bot carries the words of messages elsewhere for as long as it is connected, so fresh proof is asked for. A new link
 * makes the ones before worthless.
 */
export async function connectMessenger(context: MemberContext): Promise<ReplyOf<typeof connectEndpoint>> {
  const { app, brand, brandId, accountId } = context;
  const bot = app.messengerBots.of(brand.settings.key) ?? fail('messenger.off');
  await requireFreshProof(context);
  // Throws where Telegram cannot be asked: no member is sent to a bot that may not be there.
  if (!bot.isInited()) await bot.init().catch(() => fail('messenger.off'));
  const code = randomBytes(24).toString('base64url');
  const expiresAt = new Date(app.clock.now().getTime() + CODE_VALID);
  await sql`
    insert into messenger_code (brand_id, account_id, code_hash, expires_at)
    values (${brandId}::uuid, ${accountId}::uuid, ${hashToken(code)}, ${expiresAt}::timestamptz)
    on conflict (brand_id, account_id) do update set code_hash = excluded.code_hash,
      expires_at = excluded.expires_at`.execute(app.db);
  return {
    link: `https://t.me/${bot.botInfo.username}?start=${code}`,
    expiresAt: expiresAt.getTime(),
  };
}

export async function disconnectMessenger(
  context: MemberContext,
): Promise<ReplyOf<typeof disconnectEndpoint>> {
  await transact(context.app.db, (tx) => disconnectMember(tx, context));
  return { result: 'OK' };
}

/** Also takes back the link that was not followed yet. Answers whether a chat was connected. */
export async function disconnectMember(
  tx: Tx,
  { brandId, accountId }: { brandId: string; accountId: string },
): Promise<boolean> {
  // The link goes first: a member who is just following it has connected the chat by then, or finds the link gone.
  await tx
    .deleteFrom('messenger_code')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .execute();
  const gone = await tx
    .deleteFrom('messenger_chat')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .returning('chat_id')
    .executeTakeFirst();
  return gone !== undefined;
}

/** A person came to the bot with a code. Answers whose it was; a chat speaks for the member who connected it last. */
export function connectChat(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { brandId, code, chatId }: { brandId: string; code: string; chatId: number },
): Promise<string | undefined> {
  return transact(db, async (tx) => {
    const used = await tx
      .deleteFrom('messenger_code')
      .where('brand_id', '=', brandId)
      .where('code_hash', '=', hashToken(code))
      .where('expires_at', '>', clock.now())
      .returning('account_id')
      .executeTakeFirst();
    if (!used) return undefined;
    await disconnectChat(tx, brandId, chatId);
    await sql`
      insert into messenger_chat (brand_id, account_id, chat_id, created_at)
      values (${brandId}::uuid, ${used.account_id}::uuid, ${String(chatId)}::bigint, ${clock.now()}::timestamptz)
      on conflict (brand_id, account_id) do update set chat_id = excluded.chat_id,
        created_at = excluded.created_at`.execute(tx);
    return used.account_id;
  });
}

/** Answers whose it was. */
export async function disconnectChat(
  db: DbOrTx,
  brandId: string,
  chatId: number,
): Promise<string | undefined> {
  const gone = await db
    .deleteFrom('messenger_chat')
    .where('brand_id', '=', brandId)
    .where('chat_id', '=', chatId)
    .returning('account_id')
    .executeTakeFirst();
  return gone?.account_id;
}

export function findChat(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('messenger_chat')
    .select(['chat_id', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

export async function deleteOldCodes({ db, clock }: App): Promise<void> {
  await db.deleteFrom('messenger_code').where('expires_at', '<', clock.now()).execute();
}
