/** Reads what the policy needs to know of notifications, and asks it. */

import { allKinds, forEachKind, isAbout } from '#contract/notification/kinds.ts';
import type { Pace } from '#contract/notification/kinds.ts';
import type { App } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { timeZoneIn } from '#server/countries/local-time.ts';
import { findUndeliverable } from '#server/mails/mail.ts';
import { readFacts } from './facts.sql.ts';
import type { FactsRow } from './facts.sql.ts';
import { decide } from './policy.ts';
import type { Decision, NotificationEvent, Reader } from './policy.ts';
import type { Queued } from './queue.ts';
import { describeSettings } from './settings.ts';

export interface Judged {
  row: Queued;
  facts: FactsRow;
  decision: Decision;
}

/**
 * In the order of the rows: what is sent to a member counts for what else they may be sent. A member whose account is
 * gone is not among the answers: their notifications went with it.
 */
export async function judge(app: App, rows: readonly Queued[]): Promise<Judged[]> {
  if (rows.length === 0) return [];
  const now = app.clock.now();
  const [facts, online] = await Promise.all([readFacts(app.db, rows, now), readOnline(app, rows)]);
  const found = new Map(facts.map((fact) => [fact.n, fact]));
  const undeliverable = await readUndeliverable(app, rows, facts);
  const sent = new Map<string, Reader['sent']>();
  const mailed = new Set<string>();
  const judged: Judged[] = [];
  for (const [index, row] of rows.entries()) {
    const fact = found.get(index + 1);
    const brand = app.brands.byId(row.brand_id);
    // A brand that this node does not know yet is left to the node that takes the row next.
    if (!fact || !brand) continue;
    const key = keyOf(row);
    const isReachable = !undeliverable.has(`${row.brand_id} ${fact.email}`);
    const known = describeReader(brand, fact, { online: online.has(key), isReachable });
    const counts = sent.get(key) ?? known.sent;
    const reader = { ...known, sent: counts, ...(mailed.has(key) && { lastMailAt: now }) };
    const decision = decide(describeEvent(row, fact), reader, now);
    judged.push({ row, facts: fact, decision });
    if (decision.act !== 'send') continue;
    sent.set(key, { ...counts, [decision.channel]: counts[decision.channel] + 1 });
    if (decision.channel === 'mail') mailed.add(key);
  }
  return judged;
}

function describeEvent(
  { kind, created_at }: Queued,
  { at, unread, visible, notified_at }: FactsRow,
): NotificationEvent {
  // It is in the account, where no other can take it back or hide it.
  if (isAbout(kind, 'account'))
    return { kind, at: created_at, unread: true, visible: true, notifiedAt: notified_at };
  return { kind, at: at ?? created_at, unread: at !== null && unread > 0, visible, notifiedAt: notified_at };
}

const keyOf = ({ brand_id, account_id }: Queued) => `${brand_id} ${account_id}`;

/** While presence is unavailable no member is online: rather one push too many than none. */
async function readOnline({ realtime: { presence } }: App, rows: readonly Queued[]): Promise<Set<string>> {
  const byBrand = Map.groupBy(rows, ({ brand_id }) => brand_id);
  const found = [...byBrand].map(async ([brandId, some]) => {
    const ids = [...new Set(some.map(({ account_id }) => account_id))];
    const online = await presence.online(brandId, ids).catch(() => new Set<string>());
    return [...online].map((id) => `${brandId} ${id}`);
  });
  return new Set((await Promise.all(found)).flat());
}

/** Only of those who have no other channel: the others are not asked about their address. */
async function readUndeliverable(
  app: App,
  rows: readonly Queued[],
  facts: readonly FactsRow[],
): Promise<Set<string>> {
  const byBrand = Map.groupBy(
    facts.filter((fact) => fact.confirmed && !fact.has_push && !fact.has_messenger),
    ({ n }) => rows[n - 1]?.brand_id ?? '',
  );
  const found = [...byBrand].map(async ([brandId, some]) => {
    const addresses = [...new Set(some.map(({ email }) => email))].map((email) => ({ brandId, email }));
    return [...(await findUndeliverable(app, app.db, addresses))].map((email) => `${brandId} ${email}`);
  });
  return new Set((await Promise.all(found)).flat());
}

function describeReader(
  brand: Brand,
  facts: FactsRow,
  { online, isReachable }: { online: boolean; isReachable: boolean },
): Reader {
  const { pace, mail, quiet } = describeSettings(facts.settings);
  return {
    active: facts.active,
    online,
    pace: { ...forEachKind(allKinds, (): Pace => 'at_once'), ...pace },
    quietFrom: quiet.from,
    quietTo: quiet.to,
    timeZone: timeZoneIn(brand.settings.country, facts.region),
    hasPush: facts.has_push,
    hasMessenger: facts.has_messenger,
    hasMail: facts.confirmed && isReachable,
    mail,
    sent: { push: facts.push_sent, messenger: facts.messenger_sent, mail: facts.mail_sent },
    lastMailAt: facts.last_mail_at,
  };
}
