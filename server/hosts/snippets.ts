import { sql } from 'kysely';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import { cleanLines } from '#contract/kernel/text.ts';
import { isPlaceholder, placeholdersIn } from '#contract/staff/placeholders.ts';
import { SNIPPETS_MOST } from '#contract/staff/writing.ts';
import type {
  Snippet,
  deleteSnippet as deleteEndpoint,
  listSnippets as listEndpoint,
  saveSnippet as saveEndpoint,
} from '#contract/staff/writing.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';

/** The ready texts of a brand, by name. */
export async function listSnippets(
  context: StaffContext,
  { brand }: InputOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  const { brandId } = atBrand(context, brand);
  return { snippets: await readSnippets(context.app.db, brandId) };
}

/** A new one, or other words for one that is there. Its placeholders must be ours: any other would stay unfilled. */
export async function saveSnippet(
  context: StaffContext,
  { brand, id, name, language, text: typed }: InputOf<typeof saveEndpoint>,
): Promise<ReplyOf<typeof saveEndpoint>> {
  const inside = atBrand(context, brand);
  const text = cleanLines(typed);
  if (text === '') fail('chat.empty');
  const unknown = placeholdersIn(text).find((placeholder) => !isPlaceholder(placeholder));
  if (unknown !== undefined) fail('snippet.placeholder_unknown', { placeholder: unknown.slice(0, 100) });
  return transact(context.app.db, async (tx) => {
    const { brandId } = inside;
    await lockSnippets(tx, brandId);
    const known = await readSnippets(tx, brandId);
    const others = known.filter((snippet) => snippet.id !== id.toLowerCase());
    if (others.some((other) => other.name === name && other.language === language))
      fail('snippet.name_taken');
    if (others.length >= SNIPPETS_MOST) fail('snippet.too_many');
    const snippet = {
      id: id.toLowerCase(),
      name,
      language,
      text,
      changedAt: context.app.clock.now().getTime(),
    };
    await upsertSnippet(tx, brandId, snippet);
    const action = others.length === known.length ? 'snippet.created' : 'snippet.changed';
    await recordChange(inside, tx, action, snippet);
    return snippet;
  });
}

export async function deleteSnippet(
  context: StaffContext,
  { brand, id }: InputOf<typeof deleteEndpoint>,
): Promise<ReplyOf<typeof deleteEndpoint>> {
  const inside = atBrand(context, brand);
  return transact(context.app.db, async (tx) => {
    const gone = await tx
      .deleteFrom('snippet')
      .where('brand_id', '=', inside.brandId)
      .where('id', '=', id)
      .returning(['id', 'name', 'language'])
      .executeTakeFirst();
    if (gone) await recordChange(inside, tx, 'snippet.deleted', gone);
    return { ok: true };
  });
}

function recordChange(
  { brandId, staffId, ip }: StaffContext,
  tx: Tx,
  action: string,
  { id, name, language }: { id: string; name: string; language: string },
): Promise<void> {
  return recordAudit(tx, {
    brandId,
    actor: { kind: 'staff', id: staffId },
    action,
    subject: id,
    details: { name, language },
    ip,
  });
}

/** Changes of a brand's snippets run one after the other, so that they can be counted. */
async function lockSnippets(tx: Tx, brandId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`snippets ${brandId}`}::text, 0))`.execute(tx);
}

async function readSnippets(db: DbOrTx, brandId: string): Promise<Snippet[]> {
  const rows = await db
    .selectFrom('snippet')
    .select(['id', 'name', 'language', 'body as text', 'changed_at'])
    .where('brand_id', '=', brandId)
    .orderBy('name')
    .orderBy('language')
    .limit(SNIPPETS_MOST)
    .execute();
  return rows.map(({ id, name, language, text, changed_at }) => ({
    id,
    name,
    language,
    text,
    changedAt: changed_at.getTime(),
  }));
}

async function upsertSnippet(
  tx: Tx,
  brandId: string,
  { id, name, language, text, changedAt }: Snippet,
): Promise<void> {
  const change = { name, language, body: text, changed_at: new Date(changedAt) };
  await tx
    .insertInto('snippet')
    .values({ brand_id: brandId, id, ...change })
    .onConflict((conflict) => conflict.columns(['brand_id', 'id']).doUpdateSet(change))
    .execute();
}
