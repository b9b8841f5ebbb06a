import { countries } from '#contract/countries/list.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { reportConcern as endpoint } from '#contract/staff/writing.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { dayOf } from '#server/companion/budget.ts';
import { freeConversation } from '#server/messaging/free-conversation.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import { derivedId } from '#server/platform/ids.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import { saveCompanionReportJob } from '#server/safety/report-member.ts';
import { hostWords } from './real-question.ts';
import { readThread } from './thread.ts';

/**
 * A host fears that a member is under age or in danger. Moderation gets the conversation as it is, once a day for each
 * reason, and the member writes and reads there for nothing from now on.
 */
export async function reportConcern(
  context: StaffContext,
  { brand: key, id, concern }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const { db, clock } = context.app;
  const { brand, brandId, staffId, ip } = atBrand(context, key);
  const thread = (await readThread(db, { brandId, id })) ?? fail('request.not_found');
  const [profileId, memberId] = [thread.profile.id, thread.member.id];
  const at = clock.now();
  await transact(db, async (tx) => {
    await enqueue(tx, saveCompanionReportJob, {
      brandId,
      reportId: derivedId(`concern ${id} ${concern} ${dayOf(at)}`),
      companionId: profileId,
      memberId,
      reason: concern === 'minor' ? 'underage' : 'other',
      text: hostWords[countries[brand.settings.country].language].report[concern],
      at: at.getTime(),
    });
    const actor = { kind: 'staff', id: staffId } as const;
    const details = { concern, member: memberId };
    await recordAudit(tx, { brandId, actor, action: 'conversation.concern', subject: id, details, ip });
  });
  await freeConversation(context.app, { brandId, accountId: thread.accountId, profileId, memberId });
  return { ok: true };
}
