/** What follows when a profile of ours ends: no member is left waiting, in silence or out of pocket. */

import { sql } from 'kysely';
import type { z } from 'zod';
import { RESERVED_PROFILE_IDS } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { escapeHtml } from '#contract/kernel/text.ts';
import type { App } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { refundCredits } from '#server/credits/ledger.ts';
import { notifyBalance } from '#server/credits/notify-balance.ts';
import { sendAsProfile } from '#server/messaging/sending.ts';
import { saveSystemMessage } from '#server/messaging/system-messages.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { derivedId } from '#server/platform/ids.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import type { JobInfo } from '#server/platform/jobs/jobs.ts';
import { endConversationsJob } from '#server/profiles/house/state.ts';
import { hostWords } from './real-question.ts';
import { closeScheduledIn } from './scheduled-replies.sql.ts';

const BATCH = 50;

/**
 * Ends the conversations of a retired profile, some at a time, in the order of the members' ids. Each step may be done
 * again: the sentence has an id of its own, and credits are returned by a key.
 */
export async function endConversations(
  app: App,
  { brandId, profileId, after }: z.output<typeof endConversationsJob.payload>,
  { signal }: Pick<JobInfo, 'signal'>,
): Promise<void> {
  const brand = app.brands.byId(brandId);
  if (!brand) return;
  const open = await readConversations(app.db, { brandId, profileId, after });
  for (const conversation of open) {
    signal.throwIfAborted();
    await endConversation(app, brand, conversation);
  }
  const last = open.length === BATCH ? open.at(-1)?.memberId : undefined;
  if (last !== undefined)
    await enqueue(
      app.db,
      endConversationsJob,
      { brandId, profileId, after: last },
      { key: `${profileId} ${last}` },
    );
}

interface EndedConversation {
  id: string;
  profileId: string;
  screenName: string;
  kind: 'staff' | 'ai';
  memberId: string;
  accountId: string;
  language: Language;
  /** One of the two has blocked the other: they are done with each other, and nothing is said. */
  isBlocked: boolean;
}

async function endConversation(app: App, brand: Brand, conversation: EndedConversation): Promise<void> {
  const { id, kind, language, screenName } = conversation;
  await closeScheduledIn(app.db, { brandId: brand.id, id });
  const returned = await returnUnanswered(app, brand, conversation);
  if (conversation.isBlocked) return;
  const { ended, returned: paidBack } = hostWords[language];
  const text = [ended[kind].replace('{name}', screenName), ...(returned ? [paidBack] : [])].join(' ');
  await sayFarewell(app, brand, conversation, text);
}

/** The last words stand in the conversation; where the member takes no message there, with those of the brand. */
async function sayFarewell(
  app: App,
  brand: Brand,
  { id, profileId, memberId, accountId }: EndedConversation,
  text: string,
): Promise<void> {
  const message = { id: derivedId(`farewell ${id}`), text, writtenBy: 'retired', free: true };
  try {
    await sendAsProfile(app, brand, { fromId: profileId, toId: memberId, ...message });
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'chat.closed') throw error;
    await saveSystemMessage(app.db, {
      brandId: brand.id,
      accountId,
      from: RESERVED_PROFILE_IDS[0],
      notice: `retired ${profileId.replaceAll('-', '')}`,
      html: `<p>${escapeHtml(text)}</p>`,
      at: app.clock.now(),
    });
  }
}

interface Charge {
  credit: 'message' | 'icebreaker';
  key: string;
}

/** Gives back what the messages cost that came after the profile's last one. Answers whether there were any. */
function returnUnanswered(app: App, brand: Brand, conversation: EndedConversation): Promise<boolean> {
  const brandId = brand.id;
  const { accountId } = conversation;
  return transact(app.db, async (tx, afterCommit) => {
    const charges = await readUnanswered(tx, brandId, conversation);
    for (const { credit, key } of charges)
      await refundCredits(tx, { brandId, accountId, credit, reason: 'unanswered', idempotencyKey: key });
    if (charges.length > 0) await notifyBalance(app, tx, afterCommit, { brandId, accountId });
    return charges.length > 0;
  });
}

async function readUnanswered(
  db: DbOrTx,
  brandId: string,
  { id, profileId, memberId, accountId }: EndedConversation,
): Promise<Charge[]> {
  const { rows } = await sql<Charge>`
    select l.credit, l.idempotency_key as key from message m
    join ledger_entry l on l.brand_id = m.brand_id and l.account_id = ${accountId}::uuid
      and l.credit in ('message', 'icebreaker') and l.idempotency_key = m.conversation_id || ' ' || m.id and l.amount < 0
    where m.brand_id = ${brandId}::uuid and m.conversation_id = ${id}::uuid and m.from_id = ${memberId}::uuid
      and m.number > coalesce((select max(x.number) from message x where x.brand_id = m.brand_id
        and x.conversation_id = m.conversation_id and x.from_id = ${profileId}::uuid), 0)
    order by m.number`.execute(db);
  return rows;
}

/** Those in which something was said, with members who are still here. */
async function readConversations(
  db: DbOrTx,
  { brandId, profileId, after }: z.output<typeof endConversationsJob.payload>,
): Promise<EndedConversation[]> {
  const { rows } = await sql<EndedConversation>`
    select i.conversation_id as id, p.id as "profileId", p.screen_name as "screenName", p.kind, m.id as "memberId",
      a.id as "accountId", a.language,
      exists (select from blocks_between(i.brand_id, i.owner_id, i.other_id)) as "isBlocked"
    from inbox i
    join profile p on p.brand_id = i.brand_id and p.id = i.owner_id and p.status = 'retired'
    join profile m on m.brand_id = i.brand_id and m.id = i.other_id
    join account a on a.brand_id = m.brand_id and a.id = m.account_id
    where i.brand_id = ${brandId}::uuid and i.owner_id = ${profileId}::uuid and i.last_number > 0
      and i.other_id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
    order by i.other_id limit ${BATCH}::int`.execute(db);
  return rows;
}
