/** Conversations in which a member owes an answer, and the kind way out of one. */

import { sql } from 'kysely';
import type { closeKindly as endpoint } from '#contract/chat/turns.ts';
import { TURNS_BEFORE_LIKES } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { ProfileKind } from '#contract/kernel/fields.ts';
import type { MemberContext } from '#server/app.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { readUuid } from '#server/platform/ids.ts';
import { announceMessage } from './announcing.ts';
import { owedAnswers } from './conversation-list.sql.ts';
import type { Owner } from './conversation-list.sql.ts';
import type { Outgoing, Stored } from './outgoing.ts';
import { notifyOwnDevices } from './receipts.ts';
import { isInPage } from './receivers-in-page.ts';
import { words } from './system-messages.ts';
import { writeMessages } from './write-messages.sql.ts';

/**
 * Fails where so many members wait for an answer that a new like would be one more. Profiles of ours do not count: none
 * of us is kept waiting.
 */
export async function checkTurns(db: DbOrTx, owner: Owner): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${owedAnswers(owner)} as owed
    join profile p on p.brand_id = ${owner.brandId}::uuid and p.id = owed.other_id and p.kind = 'member'
      and p.status = 'visible'`.execute(db);
  const count = rows[0]?.count ?? 0;
  if (count >= TURNS_BEFORE_LIKES) fail('like.turns_wait', { count });
}

/**
 * The member does not go on with the one who wrote last. That one is sent a friendly sentence, which costs nothing and can be
 * read by them whatever their level. What they write afterwards is owed no answer, until the member writes again.
 */
export async function closeKindly(
  context: MemberContext,
  { profileId, id }: Omit<InputOf<typeof endpoint>, 'trackerId'>,
): Promise<ReplyOf<typeof endpoint>> {
  const { app, brand } = context;
  const otherId = readUuid(profileId) ?? fail('request.not_found');
  const sentence = await transact(app.db, async (tx, afterCommit) => {
    const row = (await readRow(tx, context, otherId)) ?? fail('request.not_found');
    if (row.declined || row.last_mine) return null;
    // Behind a profile of ours no one is left waiting, and a host would have to read it.
    const written = row.kind === 'member' ? await write(tx, context, otherId, { id, ...row }) : undefined;
    await setDeclined(tx, context, otherId);
    afterCommit(async () => {
      notifyOwnDevices(context, otherId);
      if (written) await announceMessage(app, brand, written);
    });
    return written?.outgoing.text ?? null;
  });
  return { result: 'OK', sentence };
}

interface Row {
  kind: ProfileKind;
  language: Language;
  last_mine: boolean;
  declined: boolean;
}

async function readRow(
  tx: Tx,
  { brandId, profileId, accountId }: MemberContext,
  otherId: string,
): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select p.kind, coalesce(t.language, a.language) as language, i.last_mine, i.declined
    from inbox i
    join profile p on p.brand_id = i.brand_id and p.id = i.other_id
    join account a on a.brand_id = i.brand_id and a.id = ${accountId}::uuid
    left join account t on t.brand_id = i.brand_id and t.id = p.account_id
    where i.brand_id = ${brandId}::uuid and i.owner_id = ${profileId}::uuid and i.other_id = ${otherId}::uuid
      and i.last_number > i.cleared_to`.execute(tx);
  return rows[0];
}

/** How often the sentence is tried where another message is written there at the same moment. */
const MOST_TRIES = 5;

/** Answers with nothing where the other one cannot be written to: then there is no one to be notified. */
async function write(
  tx: Tx,
  { app, brandId, profileId }: MemberContext,
  otherId: string,
  { id, language }: { id: string; language: Language },
): Promise<{ outgoing: Outgoing; stored: Stored } | undefined> {
  const outgoing: Outgoing = {
    brandId,
    fromId: profileId,
    toId: otherId,
    id: id.toLowerCase(),
    text: words[language].kindClose,
    at: app.clock.now(),
    readyMade: true,
    photoId: null,
    replyTo: null,
    free: true,
    writtenBy: null,
    inPage: isInPage(app, brandId, otherId),
  };
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const [result] = await writeMessages(tx, [outgoing], { gift: true });
    if (result?.outcome === 'stored') return { outgoing, stored: result.stored };
    if (result?.outcome !== 'again') return undefined;
  }
  return undefined;
}

async function setDeclined(tx: Tx, { brandId, profileId }: MemberContext, otherId: string): Promise<void> {
  await tx
    .updateTable('inbox')
    .set({ declined: true })
    .where('brand_id', '=', brandId)
    .where('owner_id', '=', profileId)
    .where('other_id', '=', otherId)
    .execute();
}
