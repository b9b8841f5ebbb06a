import type { MemberContext, VisitorContext } from '../core/app.ts';
import type { Tx } from '../core/database.ts';
import { newId } from '../core/ids.ts';
import { insertConsents } from './queries.ts';

export type ConsentKind = 'terms' | 'adult' | 'newsletter';

/** Keeps the proof of what somebody agreed to: which text, when, in which language and from where. */
export async function recordConsents(
  context: VisitorContext | MemberContext,
  tx: Tx,
  accountId: string,
  choices: Partial<Record<ConsentKind, boolean>>,
): Promise<void> {
  const { brand, brandId, language, ip, userAgent, clock } = context;
  const rows = Object.entries(choices).map(([kind, given]) => ({
    brand_id: brandId,
    id: newId(),
    account_id: accountId,
    kind: kind as ConsentKind,
    given,
    text_version: brand.settings.termsVersion,
    language,
    ip,
    user_agent: userAgent.slice(0, 400),
    created_at: clock.now(),
  }));
  await insertConsents(tx, rows);
}
