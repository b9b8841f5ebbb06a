import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import type { reportPerson as endpoint } from '../../../contract/profile/safety.ts';
import type { MemberContext } from '../../app.ts';
import { recordAudit } from '../../platform/audit.ts';
import { DAY } from '../../platform/clock.ts';
import { transact } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { words } from '../../platform/mail/words.ts';
import { cleanLines } from '../../../contract/kernel/text.ts';
import { readLastSaid } from '../../messaging/reading.sql.ts';
import { block, findOther } from './avoid.ts';
import { findOpenReport, saveEvidence, saveReport } from './queries.ts';

type Report = Omit<InputOf<typeof endpoint>, 'trackerId'>;

/** Whoever says more about the same person within a day adds to what he said. */
const SAME_REPORT_WITHIN = DAY;

/** Of what was said, so much is kept with a report. */
export const MOST_EVIDENCE = 50;

/** Tells our people about somebody, and blocks them where that is wanted too. */
export async function reportPerson(
  context: MemberContext,
  { profileId, reason, text, block: wantsBlock, withMessages = false }: Report,
): Promise<ReplyOf<typeof endpoint>> {
  const { db, brandId, accountId, clock, limits } = context;
  await limits.hit('reportAccount', `${brandId}:${accountId}`);
  return transact(db, async (tx) => {
    const pair = await findOther(context, tx, profileId);
    const { fromId, toId: aboutId } = pair;
    const at = clock.now();
    const since = new Date(at.getTime() - SAME_REPORT_WITHIN);
    const earlier = await findOpenReport(tx, { brandId, fromId, aboutId, since });
    const id = earlier?.id ?? newId(at.getTime());
    await saveReport(tx, { brandId, id, fromId, aboutId, reason, text: cleanLines(text), at });
    if (withMessages) {
      const said = await readLastSaid(tx, brandId, [fromId, aboutId], MOST_EVIDENCE);
      await saveEvidence(tx, { brandId, reportId: id }, said);
    }
    if (wantsBlock) await block(context, tx, pair);
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'member', id: accountId },
      action: 'profile.reported',
      subject: aboutId,
      details: { report: id, reason },
    });
    // More words are found where the first ones are; another reason is news.
    if (earlier?.reason !== reason) await tellSupport(context, tx, aboutId, reason);
    return { result: 'OK' };
  });
}

/** What was said stays where only our people can read it. */
export function tellSupport(
  { brand, origin }: Pick<MemberContext, 'brand' | 'origin'>,
  tx: Tx,
  profileId: string,
  reason: Report['reason'],
): Promise<string> {
  const language = brand.settings.country;
  return queueMail(tx, {
    brand,
    to: brand.settings.support.email,
    language,
    template: 'report_received',
    data: {
      profileId,
      reason: words[language].report_received.reasons[reason],
      link: `${origin}/console/reports`,
    },
  });
}
