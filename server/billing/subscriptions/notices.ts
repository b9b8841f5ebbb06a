import { SHORT_NOTICE_DAYS, noticeDays } from '../../../contract/kernel/money.ts';
import { period } from '../../../contract/brand/flow.ts';
import type { App } from '../../app.ts';
import { HOUR } from '../../platform/clock.ts';
import { transact } from '../../platform/database/database.ts';
import type { JobInfo } from '../../platform/jobs/jobs.ts';
import { addDays } from '../../countries/local-time.ts';
import { mailNotice } from './mail-member.ts';
import { recordNotice, takeDueNotices } from './notice-queries.ts';
import type { NoticeWindow } from './notice-queries.ts';

const BATCH = 100;
/** A little early, so that a notice is never too young when the charge is due. */
const EARLY = HOUR;

/** Mails what is going to be charged, as many days before as the country's law asks for. */
export async function sendNotices(app: App, { signal }: Pick<JobInfo, 'signal'>): Promise<void> {
  while (!signal.aborted && (await sendSome(app)) === BATCH);
}

function sendSome(app: App): Promise<number> {
  const sentAt = app.clock.now();
  return transact(app.db, async (tx) => {
    const notices = await takeDueNotices(tx, noticeWindows(app, sentAt), BATCH);
    for (const { name, accountId, ...notice } of notices) {
      const isNew = await recordNotice(tx, { ...notice, kind: 'before', sentAt });
      if (isNew) await mailNotice(app, tx, { ...notice, accountId, plan: { name } });
    }
    return notices.length;
  });
}

function noticeWindows({ brands }: App, now: Date): NoticeWindow[] {
  return brands.all().flatMap(({ id: brandId, settings: { country } }) =>
    period.options.map((every): NoticeWindow => {
      const days = noticeDays(country, every);
      const before = days === 0 ? SHORT_NOTICE_DAYS : days;
      const until = new Date(addDays(now, before, country).getTime() + EARLY);
      return { brandId, every, until, unlessAtPurchase: days === 0 };
    }),
  );
}
