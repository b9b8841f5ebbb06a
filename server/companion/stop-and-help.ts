import { sql } from 'kysely';
import { countries } from '#contract/countries/list.ts';
import type { Concern } from '#contract/staff/reply-warnings.ts';
import type { App } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { freeConversation } from '#server/messaging/free-conversation.ts';
import { DAY } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import { saveCompanionReportJob } from '#server/safety/report-member.ts';
import type { Signs } from '#server/safety/signs.ts';
import type { CompanionConversation, Conversation } from './conversation.ts';
import { helpText, words } from './script.ts';

export interface Words {
  text: string;
  writtenBy: string;
  /** Withheld from no reader, whatever the member has paid. */
  free: boolean;
}

type Say = (words: Words) => Promise<unknown>;

const HELP_AGAIN_AFTER = DAY;

/**
 * A member is too young, or in danger. The companion falls silent there for good, the staff is notified, and the member
 * learns which lines they can call: now, and with what they write later once a day. They may go on writing and reading
 * for nothing, whatever their level: help is never paid for.
 */
export async function stopAndHelp(
  app: App,
  brand: Brand,
  state: CompanionConversation,
  { signs, say }: { signs: Signs; say: Say },
): Promise<void> {
  const { db, clock } = app;
  const reason = reasonOf(signs, state);
  const at = clock.now();
  const isNew = await transact(db, async (tx) => {
    if (!(await saveStop(tx, state, reason, at))) return false;
    await enqueue(tx, saveCompanionReportJob, {
      brandId: brand.id,
      reportId: newId(at.getTime()),
      at: at.getTime(),
      companionId: state.profileId,
      memberId: state.memberId,
      reason: signs.minor ? 'underage' : 'other',
      text: words[countries[brand.settings.country].language].report[reason],
    });
    return true;
  });
  await freeConversation(app, state);
  const helpedAt = state.stop?.helpedAt?.getTime() ?? 0;
  if (!isNew && at.getTime() - helpedAt < HELP_AGAIN_AFTER) return;
  const shown = isNew ? reason : (state.stop?.reason ?? reason);
  const text = helpText(shown, state.language, brand.settings.country);
  // Free by itself: a message that was on its way may have set the conversation back at this very moment.
  await say({ text, writtenBy: 'help', free: true });
  await recordHelpShown(db, state, at);
  // Whatever comes after it is free as well, though such a message has set it back.
  await freeConversation(app, state);
}

function reasonOf({ minor, selfHarm }: Signs, { stop }: CompanionConversation): Concern {
  if (selfHarm) return 'self_harm';
  return minor ? 'minor' : (stop?.reason ?? 'minor');
}

/** Answers whether that is new. Danger comes before too young an age. */
async function saveStop(
  db: DbOrTx,
  { brandId, conversationId }: Conversation,
  reason: Concern,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into companion_stop as s (brand_id, conversation_id, reason, at)
    values (${brandId}::uuid, ${conversationId}::uuid, ${reason}::text, ${at}::timestamptz)
    on conflict (brand_id, conversation_id) do update set reason = excluded.reason
    where s.reason = 'minor' and excluded.reason = 'self_harm'
    returning 1`.execute(db);
  return rows.length > 0;
}

async function recordHelpShown(
  db: DbOrTx,
  { brandId, conversationId }: Conversation,
  at: Date,
): Promise<void> {
  await db
    .updateTable('companion_stop')
    .set({ helped_at: at })
    .where('brand_id', '=', brandId)
    .where('conversation_id', '=', conversationId)
    .execute();
}
