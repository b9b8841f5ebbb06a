import { LEGAL_VERSIONS } from '../../../contract/brand/legal.ts';
import type { LegalPage } from '../../../contract/brand/legal.ts';
import type { MemberContext, VisitorContext } from '../../app.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { insertConsents } from './queries.ts';

export type ConsentKind = 'terms' | 'adult' | 'newsletter';

/** The text in which one reads what is agreed to. */
const textOf: Record<ConsentKind, LegalPage> = { terms: 'terms', adult: 'terms', newsletter: 'privacy' };

/** Keeps the proof of what somebody agreed to: which text, when, in which language and from where. */
export async function recordConsents(
  context: VisitorContext | MemberContext,
  tx: Tx,
  accountId: string,
  choices: Partial<Record<ConsentKind, boolean>>,
): Promise<void> {
  const { brandId, language, ip, userAgent, clock } = context;
  const rows = Object.entries(choices).map(([kind, given]) => ({
    brand_id: brandId,
    id: newId(),
    account_id: accountId,
    kind: kind as ConsentKind,
    given,
    text_version: LEGAL_VERSIONS[textOf[kind as ConsentKind]],
    language,
    ip,
    user_agent: userAgent.slice(0, 400),
    created_at: clock.now(),
  }));
  await insertConsents(tx, rows);
}
