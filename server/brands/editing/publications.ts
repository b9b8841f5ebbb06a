/** Looking through what is to be published, publishing it, and taking a part or the whole brand back. */

import { readPart as partKindOf } from '#contract/brand/parts.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  Proposal,
  checkProposal as checkEndpoint,
  listPublications as listEndpoint,
  listVersions as versionsEndpoint,
  publishProposal as publishEndpoint,
  readDifference as differenceEndpoint,
  readVersion as versionEndpoint,
} from '#contract/staff/brand-editing.ts';
import type { StaffContext } from '#server/app.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { findProblems } from './check.ts';
import { findDifferences } from './difference.ts';
import { deleteDrafts, failChanged, failOutdated, readDrafts } from './drafts.ts';
import { findEditedBrand, readPeople, requirePartRights } from './edited-brand.ts';
import type { EditedBrand } from './edited-brand.ts';
import { completeContent, emptyContent, isSameContent, nameOfPart } from './parts.ts';
import type { Content } from './parts.ts';
import { lockBrand, publishParts, readLiveParts } from './publish.ts';
import type { LivePart, Published } from './publish.ts';

const PAGE = 50;
/** How much of what changed the audit keeps; the versions have all of it. */
const MOST_AUDITED = 200;

export async function readDifference(
  context: StaffContext,
  { brand, proposal }: InputOf<typeof differenceEndpoint>,
): Promise<ReplyOf<typeof differenceEndpoint>> {
  const edited = await findEditedBrand(context, brand);
  const { db } = context.app;
  const live = await readLiveParts(db, edited.brandId);
  const proposed = await readProposal(db, edited, proposal, live);
  return {
    parts: differencesOf(proposed, live).map(({ part, lines }) => ({
      part,
      kind: partKindOf(part).kind,
      name: nameOfPart(part, proposed.get(part), context.language),
      isNew: !live.has(part),
      lines,
    })),
  };
}

function differencesOf(proposed: ReadonlyMap<string, Content>, live: ReadonlyMap<string, LivePart>) {
  return [...proposed].flatMap(([part, content]) => {
    const before = live.get(part)?.content;
    const lines = findDifferences(before && completeContent(part, before), completeContent(part, content));
    return lines.length === 0 ? [] : [{ part, lines }];
  });
}

export async function checkProposal(
  context: StaffContext,
  { brand, proposal }: InputOf<typeof checkEndpoint>,
): Promise<ReplyOf<typeof checkEndpoint>> {
  const edited = await findEditedBrand(context, brand);
  const { db, clock } = context.app;
  const live = await readLiveParts(db, edited.brandId);
  const contents = new Map([...live].map(([part, { content }]) => [part, content]));
  const proposed = await readProposal(db, edited, proposal, live);
  for (const [part, content] of proposed) contents.set(part, content);
  const found = await findProblems(db, { ...edited, contents, now: clock.now() });
  // What is missing in parts that are not touched is no matter of this publication.
  const problems = found.filter(
    ({ part, kind, blocks }) => blocks || kind !== 'language' || proposed.has(part),
  );
  return { problems, publishable: !problems.some(({ blocks }) => blocks) };
}

export async function publishProposal(
  context: StaffContext,
  { brand, proposal, note }: InputOf<typeof publishEndpoint>,
): Promise<ReplyOf<typeof publishEndpoint>> {
  const edited = await findEditedBrand(context, brand);
  const published = await transact(context.app.db, async (tx) => {
    await lockBrand(tx, edited.brandId);
    const live = await readLiveParts(tx, edited.brandId);
    const contents = await readProposal(tx, edited, proposal, live);
    requirePartRights(context, edited, contents.keys());
    if (proposal.of === 'drafts') await requireNewest(tx, edited, contents.keys(), live);
    return publishAudited(tx, { edited, contents, live, note, of: proposal.of, context });
  });
  // The console reads on from this node.
  await context.app.brands.reload();
  return published;
}

interface Act {
  edited: EditedBrand;
  contents: ReadonlyMap<string, Content>;
  live: ReadonlyMap<string, LivePart>;
  note: string;
  of: Proposal['of'];
  context: Pick<StaffContext, 'staffId' | 'ip'>;
}

async function publishAudited(
  tx: Tx,
  { edited, contents, live, note, of, context }: Act,
): Promise<Published> {
  const published = await publishParts(tx, { ...edited, contents, publishedBy: context.staffId, note });
  if (of === 'drafts') await deleteDrafts(tx, edited.brandId, [...contents.keys()]);
  const parts = differencesOf(contents, live).map(({ part, lines }) => ({
    part,
    lines: lines.slice(0, MOST_AUDITED),
  }));
  await recordAudit(tx, {
    brandId: edited.brandId,
    actor: { kind: 'staff', id: context.staffId },
    action: of === 'drafts' ? 'brand.published' : 'brand.rolled_back',
    subject: published.publication === null ? undefined : String(published.publication),
    details: { note, parts },
    ip: context.ip,
  });
  return published;
}

/** A draft that was made from an older version would take back what was published since. */
export async function requireNewest(
  db: DbOrTx,
  { brandId }: EditedBrand,
  parts: Iterable<string>,
  live: ReadonlyMap<string, LivePart>,
): Promise<void> {
  const drafts = await readDrafts(db, brandId);
  for (const part of parts) {
    const newest = live.get(part);
    if (drafts.get(part)?.basedOn !== (newest?.version ?? null)) await failOutdated(db, part, newest);
  }
}

/** What is proposed, by its parts. */
export async function readProposal(
  db: DbOrTx,
  { brandId }: EditedBrand,
  proposal: Proposal,
  live: ReadonlyMap<string, LivePart>,
): Promise<Map<string, Content>> {
  switch (proposal.of) {
    case 'drafts': {
      const drafts = await readDrafts(db, brandId);
      const contents = new Map<string, Content>();
      for (const { part, revision } of proposal.parts) {
        const draft = drafts.get(part);
        if (draft?.revision !== revision) return failChanged(db, part, draft, live.get(part));
        contents.set(part, draft.content);
      }
      return contents;
    }
    case 'version':
      return new Map([[proposal.part, await readContent(db, brandId, proposal.part, proposal.version)]]);
    case 'publication':
      return readAsOf(db, brandId, proposal.publication, live);
  }
}

async function readContent(db: DbOrTx, brandId: string, part: string, version: number): Promise<Content> {
  const row = await db
    .selectFrom('brand_version')
    .select('content')
    .where('brand_id', '=', brandId)
    .where('part', '=', part)
    .where('version', '=', version)
    .executeTakeFirst();
  return row ? (row.content as Content) : fail('request.not_found');
}

/** The parts that were different after a publication. Those that came later stay: members may be in them. */
export async function readAsOf(
  db: DbOrTx,
  brandId: string,
  publication: number,
  live: ReadonlyMap<string, LivePart>,
): Promise<Map<string, Content>> {
  const rows = await db
    .selectFrom('brand_version')
    .distinctOn('part')
    .select(['part', 'content', 'publication'])
    .where('brand_id', '=', brandId)
    .where('publication', '<=', publication)
    .orderBy('part')
    .orderBy('version', 'desc')
    .execute();
  if (!rows.some((row) => row.publication === publication)) return fail('request.not_found');
  const then = new Map(rows.map(({ part, content }) => [part, content as Content]));
  // What a brand said in its own words later was ours before.
  for (const part of live.keys()) {
    const ours = emptyContent(part);
    if (ours && !then.has(part)) then.set(part, ours);
  }
  return new Map(
    [...then].filter(([part, content]) => !isSameContent(part, live.get(part)?.content, content)),
  );
}

/** Pages go on from a number that is smaller than those before. */
function readCursor(before: string | undefined): number {
  const number = Number(before ?? Number.MAX_SAFE_INTEGER);
  return Number.isSafeInteger(number) ? Math.min(number, 2 ** 31 - 1) : 0;
}

export async function listPublications(
  context: StaffContext,
  { brand, before }: InputOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  const { brandId } = await findEditedBrand(context, brand);
  const { db } = context.app;
  const rows = await db
    .selectFrom('brand_publication')
    .select(['number', 'published_at', 'published_by', 'note'])
    .where('brand_id', '=', brandId)
    .where('number', '<', readCursor(before))
    .orderBy('number', 'desc')
    .limit(PAGE + 1)
    .execute();
  const shown = rows.slice(0, PAGE);
  const parts =
    shown.length === 0
      ? []
      : await db
          .selectFrom('brand_version')
          .select(['publication', 'part', 'version'])
          .where('brand_id', '=', brandId)
          .where(
            'publication',
            'in',
            shown.map(({ number }) => number),
          )
          .orderBy('part')
          .execute();
  const person = await readPeople(
    db,
    shown.map(({ published_by }) => published_by),
  );
  return {
    publications: shown.map(({ number, published_at, published_by, note }) => ({
      publication: number,
      publishedAt: published_at.getTime(),
      publishedBy: person(published_by),
      note,
      parts: parts
        .filter(({ publication }) => publication === number)
        .map(({ part, version }) => ({ part, version })),
    })),
    next: rows.length > PAGE ? String(shown.at(-1)?.number ?? 0) : null,
  };
}

export async function listVersions(
  context: StaffContext,
  { brand, part, before }: InputOf<typeof versionsEndpoint>,
): Promise<ReplyOf<typeof versionsEndpoint>> {
  const { brandId } = await findEditedBrand(context, brand);
  const { db } = context.app;
  const rows = await db
    .selectFrom('brand_version as v')
    .innerJoin('brand_publication as p', (join) =>
      join.onRef('p.brand_id', '=', 'v.brand_id').onRef('p.number', '=', 'v.publication'),
    )
    .select(['v.version', 'p.number', 'p.published_at', 'p.published_by', 'p.note'])
    .where('v.brand_id', '=', brandId)
    .where('v.part', '=', part)
    .where('v.version', '<', readCursor(before))
    .orderBy('v.version', 'desc')
    .limit(PAGE + 1)
    .execute();
  const shown = rows.slice(0, PAGE);
  const person = await readPeople(
    db,
    shown.map(({ published_by }) => published_by),
  );
  return {
    versions: shown.map(({ version, number, published_at, published_by, note }) => ({
      version,
      publication: number,
      publishedAt: published_at.getTime(),
      publishedBy: person(published_by),
      note,
    })),
    next: rows.length > PAGE ? String(shown.at(-1)?.version ?? 0) : null,
  };
}

export async function readVersion(
  context: StaffContext,
  { brand, part, version }: InputOf<typeof versionEndpoint>,
): Promise<ReplyOf<typeof versionEndpoint>> {
  const { brandId } = await findEditedBrand(context, brand);
  return { content: { ...(await readContent(context.app.db, brandId, part, Number(version))) } };
}
