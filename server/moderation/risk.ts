/** Which cases are looked at first. A job assesses each when it arises; the queues are sorted by what is stored then. */

import { sql } from 'kysely';
import { z } from 'zod';
import { moderationKinds, riskSignals } from '#contract/moderation/cases.ts';
import type { ModerationKind, RiskSignal } from '#contract/moderation/cases.ts';
import type { App } from '#server/app.ts';
import { DAY } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { jobKind } from '#server/platform/jobs/jobs.ts';
import { findOffers } from '#server/safety/offers.ts';
import { soundsLikeSelfHarm, soundsUnderage } from '#server/safety/signs.ts';
import { nameOf, readContents } from './contents.ts';
import type { ContentRow } from './contents.ts';
import { emitCase } from './live.ts';
import type { CaseId } from './live.ts';
import { resemblesBanned } from './picture-hashes.ts';

/** A case waits, or waits again. Added by the triggers of the tables that hold what is moderated. */
export const assessCaseJob = jobKind(
  'moderation.assessCase',
  z.object({ brandId: z.uuid(), kind: z.enum(moderationKinds), id: z.uuid() }),
);

/** A case is as risky as its worst signal. */
const levels: Record<RiskSignal, 1 | 2 | 3> = {
  reported_underage: 3,
  minor_words: 3,
  self_harm_words: 3,
  banned_picture: 3,
  many_reports: 2,
  money_words: 2,
  contact_words: 2,
  refused_before: 1,
  known_device: 1,
};

/** So many people have reported a member, and no moderator has looked yet. */
const MANY_REPORTS = 3;
/** Refusals count so long, and from so many on. */
const REFUSALS_COUNT_FOR = 90 * DAY;
const MANY_REFUSALS = 2;

/** What was reported puts everything else of the person in another light. */
export async function assessCase(app: App, opened: CaseId): Promise<void> {
  for (const each of await readToAssess(app.db, opened)) {
    const signals = await findSignals(app, each);
    const risk = Math.max(0, ...signals.map((signal) => levels[signal]));
    await app.db
      .updateTable('moderation_case')
      .set({ risk, signals })
      .where('brand_id', '=', each.brand_id)
      .where('kind', '=', each.kind)
      .where('id', '=', each.id)
      .execute();
  }
  emitCase(app, opened, 'waiting', null);
}

interface Assessed {
  brand_id: string;
  kind: ModerationKind;
  id: string;
  profile_id: string;
}

function readToAssess(db: Database, { brandId, kind, id }: CaseId): Promise<Assessed[]> {
  const query = db
    .selectFrom('moderation_case')
    .select(['brand_id', 'kind', 'id', 'profile_id'])
    .$narrowType<{ kind: ModerationKind }>()
    .where('brand_id', '=', brandId);
  return kind === 'report'
    ? query.where('profile_id', '=', id).execute()
    : query.where('kind', '=', kind).where('id', '=', id).execute();
}

async function findSignals(app: App, about: Assessed): Promise<RiskSignal[]> {
  const content = (await readContents(app.db, [about], { whole: true })).get(nameOf(about));
  const found = new Set([...(content ? wordSignals(content) : []), ...(await personSignals(app, about))]);
  const { brand_id: brandId, kind, id } = about;
  if (await resemblesBanned(app.db, { brandId, kind, id })) found.add('banned_picture');
  return riskSignals.filter((signal) => found.has(signal));
}

function wordSignals(content: ContentRow): RiskSignal[] {
  const texts = textsOf(content);
  const offers = content.kind === 'report' ? [] : texts.map(findOffers);
  const signals: [RiskSignal, boolean][] = [
    ['minor_words', texts.some((text) => soundsUnderage(text))],
    ['self_harm_words', texts.some(soundsLikeSelfHarm)],
    ['money_words', offers.some(({ money }) => money)],
    ['contact_words', offers.some(({ contact }) => contact)],
  ];
  return signals.flatMap(([signal, holds]) => (holds ? [signal] : []));
}

/** What the person of the case has written. In a conversation two may tell each other how to be reached. */
function textsOf(content: ContentRow): string[] {
  switch (content.kind) {
    case 'profile':
      return [
        content.words.screenName,
        content.words.description,
        content.words.lookingFor,
        ...content.words.prompts.map(({ text }) => text),
      ];
    case 'review':
      return [content.text];
    case 'report':
      return content.reports.flatMap(({ messages }) =>
        messages.filter(({ from }) => from === 'reported').map(({ text }) => text),
      );
    case 'photo':
    case 'chat_photo':
    case 'appeal':
    case 'verification':
      return [];
  }
}

interface PersonRow {
  underage: boolean;
  reporters: number;
  refusals: number;
  known_device: boolean;
}

async function personSignals({ db, clock }: App, { brand_id, profile_id }: Assessed): Promise<RiskSignal[]> {
  const since = new Date(clock.now().getTime() - REFUSALS_COUNT_FOR);
  const { rows } = await sql<PersonRow>`
    select
      exists (select from report r where r.brand_id = p.brand_id and r.about_id = p.id and r.status = 'open'
        and r.reason = 'underage' and not is_often_wrong(r.brand_id, r.from_id)) as underage,
      -- A member of whom nothing is known counts as one.
      (select coalesce(sum(2 * reporter_weight(p.brand_id, r.from_id)), 0)::float8 from (select distinct from_id
        from report where brand_id = p.brand_id and about_id = p.id and status = 'open') as r) as reporters,
      (select count(*) from moderation_verdict v where v.brand_id = p.brand_id and v.profile_id = p.id
        and v.given_at > ${since}::timestamptz and v.state = 'done' and v.verdict = 'refuse') as refusals,
      -- A member was kept out who came from the same device and network.
      exists (select from arrival own
        join arrival other on other.brand_id = own.brand_id and other.device_hash = own.device_hash
          and other.network_hash = own.network_hash and other.account_id <> own.account_id
        join account a on a.brand_id = other.brand_id and a.id = other.account_id and a.status = 'disabled'
        where own.brand_id = p.brand_id and own.account_id = p.account_id and own.device_hash is not null)
        as known_device
    from profile p where p.brand_id = ${brand_id}::uuid and p.id = ${profile_id}::uuid`.execute(db);
  const [row] = rows;
  if (!row) return [];
  const signals: [RiskSignal, boolean][] = [
    ['reported_underage', row.underage],
    ['many_reports', row.reporters >= MANY_REPORTS],
    ['refused_before', row.refusals >= MANY_REFUSALS],
    ['known_device', row.known_device],
  ];
  return signals.flatMap(([signal, holds]) => (holds ? [signal] : []));
}
