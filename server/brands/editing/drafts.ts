/** Drafts of parts: kept while they are written, and refused where another person was faster. */

import { sql } from 'kysely';
import { readPart as partKindOf } from '#contract/brand/parts.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  discardDraft as discardEndpoint,
  listParts as listEndpoint,
  readPart as readEndpoint,
  saveDraft as saveEndpoint,
} from '#contract/staff/brand-editing.ts';
import type { StaffContext } from '#server/app.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { findEditedBrand, readPeople, requirePartRights } from './edited-brand.ts';
import { completeContent, emptyContent, nameOfPart } from './parts.ts';
import type { Content } from './parts.ts';
import { lockBrand, readLiveParts } from './publish.ts';
import type { LivePart } from './publish.ts';

export interface Draft {
  content: Content;
  revision: number;
  basedOn: number | null;
  savedBy: string | null;
  savedAt: Date;
}

/** The drafts of a brand, by their parts. */
export async function readDrafts(db: DbOrTx, brandId: string): Promise<Map<string, Draft>> {
  const rows = await db
    .selectFrom('brand_draft')
    .select(['part', 'content', 'revision', 'based_on', 'saved_by', 'saved_at'])
    .where('brand_id', '=', brandId)
    .orderBy('part')
    .execute();
  return new Map(
    rows.map(({ part, content, revision, based_on, saved_by, saved_at }) => [
      part,
      {
        content: content as Content,
        revision,
        basedOn: based_on,
        savedBy: saved_by,
        savedAt: saved_at,
      },
    ]),
  );
}

export async function listParts(
  context: StaffContext,
  { brand }: InputOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  return { parts: [...(await readStates(context, brand)).values()].map(({ state }) => state) };
}

export async function readPart(
  context: StaffContext,
  { brand, part }: InputOf<typeof readEndpoint>,
): Promise<ReplyOf<typeof readEndpoint>> {
  const found = (await readStates(context, brand)).get(part) ?? notWritten(part) ?? fail('request.not_found');
  return {
    ...found.state,
    liveContent: found.live ? completeContent(part, found.live.content) : null,
    draftContent: found.draft?.content ?? null,
  };
}

/** A part that a brand has without having written anything in it. */
function notWritten(part: string): PartState | undefined {
  if (!emptyContent(part)) return undefined;
  const { kind, id: name } = partKindOf(part);
  return { live: undefined, draft: undefined, state: { part, kind, name, live: null, draft: null } };
}

interface PartState {
  live: LivePart | undefined;
  draft: Draft | undefined;
  state: ReplyOf<typeof listEndpoint>['parts'][number];
}

async function readStates(context: StaffContext, key: string): Promise<Map<string, PartState>> {
  const edited = await findEditedBrand(context, key);
  const { db } = context.app;
  const [lives, drafts] = [await readLiveParts(db, edited.brandId), await readDrafts(db, edited.brandId)];
  const person = await readPeople(db, [
    ...[...lives.values()].map(({ publishedBy }) => publishedBy),
    ...[...drafts.values()].map(({ savedBy }) => savedBy),
  ]);
  const states = [...new Set([...lives.keys(), ...drafts.keys()])].sort().map((part) => {
    const [live, draft] = [lives.get(part), drafts.get(part)];
    const state = {
      part,
      kind: partKindOf(part).kind,
      name: nameOfPart(part, draft?.content ?? live?.content, context.language),
      live: live
        ? {
            version: live.version,
            publishedAt: live.publishedAt.getTime(),
            publishedBy: person(live.publishedBy),
          }
        : null,
      draft: draft
        ? {
            revision: draft.revision,
            basedOn: draft.basedOn,
            savedAt: draft.savedAt.getTime(),
            savedBy: person(draft.savedBy),
            outdated: draft.basedOn !== (live?.version ?? null),
          }
        : null,
    };
    return [part, { live, draft, state }] as const;
  });
  return new Map(states);
}

export async function saveDraft(
  context: StaffContext,
  { brand, part, content, revision, basedOn }: InputOf<typeof saveEndpoint>,
): Promise<ReplyOf<typeof saveEndpoint>> {
  const edited = await findEditedBrand(context, brand);
  requirePartRights(context, edited, [part]);
  const { brandId } = edited;
  return transact(context.app.db, async (tx) => {
    await lockBrand(tx, brandId);
    const [live, draft] = [
      (await readLiveParts(tx, brandId)).get(part),
      (await readDrafts(tx, brandId)).get(part),
    ];
    if ((draft?.revision ?? 0) !== revision) await failChanged(tx, part, draft, live);
    if ((live?.version ?? null) !== basedOn) await failOutdated(tx, part, live);
    return writeDraft(tx, {
      brandId,
      part,
      content,
      revision: revision + 1,
      basedOn,
      savedBy: context.staffId,
    });
  });
}

interface Written {
  brandId: string;
  part: string;
  content: Content;
  revision: number;
  basedOn: number | null;
  savedBy: string | null;
}

/** Whether it may be written was looked at under the brand's lock. */
export async function writeDraft(
  tx: Tx,
  { brandId, part, content, revision, basedOn, savedBy }: Written,
): Promise<{ revision: number; savedAt: number }> {
  const row = {
    content: JSON.stringify(content),
    revision,
    based_on: basedOn,
    saved_by: savedBy,
    saved_at: sql<Date>`now()`,
  };
  const { saved_at } = await tx
    .insertInto('brand_draft')
    .values({ brand_id: brandId, part, ...row })
    .onConflict((conflict) => conflict.columns(['brand_id', 'part']).doUpdateSet(row))
    .returning('saved_at')
    .executeTakeFirstOrThrow();
  return { revision, savedAt: saved_at.getTime() };
}

export async function discardDraft(
  context: StaffContext,
  { brand, part, revision }: InputOf<typeof discardEndpoint>,
): Promise<ReplyOf<typeof discardEndpoint>> {
  const edited = await findEditedBrand(context, brand);
  requirePartRights(context, edited, [part]);
  const { brandId } = edited;
  await transact(context.app.db, async (tx) => {
    await lockBrand(tx, brandId);
    const draft = (await readDrafts(tx, brandId)).get(part);
    if (draft?.revision !== revision)
      await failChanged(tx, part, draft, (await readLiveParts(tx, brandId)).get(part));
    await deleteDrafts(tx, brandId, [part]);
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'staff', id: context.staffId },
      action: 'brand.draft_discarded',
      subject: part,
      details: { content: draft?.content },
      ip: context.ip,
    });
  });
  return { ok: true };
}

export async function deleteDrafts(tx: Tx, brandId: string, parts: readonly string[]): Promise<void> {
  if (parts.length === 0) return;
  await tx.deleteFrom('brand_draft').where('brand_id', '=', brandId).where('part', 'in', parts).execute();
}

/** Who was faster: the editor who saved it last, or the one who published it. */
export async function failChanged(
  db: DbOrTx,
  part: string,
  draft: Draft | undefined,
  live: LivePart | undefined,
): Promise<never> {
  const who = draft?.savedBy ?? live?.publishedBy ?? null;
  const person = await readPeople(db, [who]);
  const at = draft?.savedAt ?? live?.publishedAt;
  return fail('draft.changed', { part, by: person(who)?.name ?? null, at: at?.getTime() ?? null });
}

export async function failOutdated(db: DbOrTx, part: string, live: LivePart | undefined): Promise<never> {
  const who = live?.publishedBy ?? null;
  const person = await readPeople(db, [who]);
  return fail('draft.outdated', {
    part,
    version: live?.version ?? null,
    by: person(who)?.name ?? null,
    at: live?.publishedAt.getTime() ?? null,
  });
}
