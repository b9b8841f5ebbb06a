import type { Brand } from '../../brands/directory.ts';
import { siteOrigin } from '../../platform/http/origins.ts';
import type { App } from '../../app.ts';
import type { JobInfo } from '../../platform/jobs/jobs.ts';
import { planQuestion, takeAttemptsToAsk } from './ask-queries.ts';
import type { AskedRow } from './ask-queries.ts';
import { MOST_QUESTIONS, askAgainAt } from './ask-schedule.ts';
import { isOpen } from './attempt-states.ts';
import { settle } from './settle.ts';

const AT_ONCE = 8;

/** Asks the providers what became of the charges nobody knows about. Everything unknown ends known. */
export async function askAttempts(app: App, { signal }: Pick<JobInfo, 'signal'>): Promise<void> {
  while (!signal.aborted) {
    const rows = await takeAttemptsToAsk(app.db, app.clock.now(), AT_ONCE);
    await Promise.all(rows.map((row) => askAttempt(app, row)));
    if (rows.length < AT_ONCE) return;
  }
}

async function askAttempt(app: App, row: AskedRow): Promise<void> {
  const { brand_id: brandId, id: attemptId, provider: name } = row;
  const provider = app.providers.get(name);
  const brand = app.brands.byId(brandId);
  try {
    const verdict = await provider?.ask({
      attemptId,
      reference: row.reference,
      amountCents: row.amount_cents,
      token: row.token,
      method: row.method,
      initiatedBy: row.initiated_by,
      createdAt: row.created_at,
      merchantAccount: brand?.settings.payment.merchantAccount,
      ...(brand && { request: requestOf(app, brand, row) }),
    });
    // That they could not be asked says nothing about the charge.
    const undecided = verdict === undefined || verdict.state === 'unknown' || verdict.state === 'error';
    const abandoned = undecided || verdict.state === 'requires_action';
    // Money that turns up after that is recognised all the same, and given back where nobody waits for it.
    const givenUp = abandoned && row.asked >= MOST_QUESTIONS;
    if (givenUp)
      app.log.error({ attemptId, provider: name }, 'a payment was never decided, and counts as not made');
    const stillOpen = undecided ? { state: 'unknown' as const } : verdict;
    const learned = givenUp ? { state: 'absent' as const } : stillOpen;
    const { state } = await settle(app, { brandId, attemptId, verdict: learned });
    if (!isOpen(state)) return;
  } catch (error) {
    app.log.warn({ err: error, attemptId, provider: name }, 'a provider could not be asked');
  }
  await planQuestion(app.db, brandId, attemptId, askAgainAt(row.asked, app.clock.now()));
}

/** As it was sent by us when nobody sat before a browser. */
function requestOf(app: App, brand: Brand, { account_id: customerId }: AskedRow) {
  return { origin: siteOrigin(app, brand), descriptor: brand.settings.payment.descriptor, customerId };
}
