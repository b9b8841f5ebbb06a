/** A brand that begins, all of it in drafts. */

import { SETTINGS_PART } from '#contract/brand/parts.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { makeBrand as endpoint } from '#contract/staff/brand-making.ts';
import type { StaffContext } from '#server/app.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { writeDraft } from './drafts.ts';
import type { Content } from './parts.ts';
import { readLiveParts } from './publish.ts';
import { starterParts } from './starter.ts';

export async function makeBrand(
  { app: { db, clock }, staffId, ip }: StaffContext,
  { key, title, hostname, from }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  await transact(db, async (tx) => {
    await requireFree(tx, key, hostname);
    const year = clock.now().getUTCFullYear();
    const parts =
      from === null
        ? starterParts({ key, title, hostname, year })
        : await copyParts(tx, from, { key, title, hostname, year });
    const brandId = newId();
    const inserted = await tx
      .insertInto('brand')
      .values({ id: brandId, key })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows === 0n) fail('brand.key_taken');
    for (const [part, content] of parts)
      await writeDraft(tx, { brandId, part, content, revision: 1, basedOn: null, savedBy: staffId });
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'staff', id: staffId },
      action: 'brand.made',
      subject: key,
      details: { title, hostname, from },
      ip,
    });
  });
  return { ok: true };
}

async function requireFree(tx: Tx, key: string, hostname: string): Promise<void> {
  const other = await tx.selectFrom('brand').select('id').where('key', '=', key).executeTakeFirst();
  if (other) fail('brand.key_taken');
  const owner = await tx
    .selectFrom('brand_host')
    .innerJoin('brand', 'brand.id', 'brand_host.brand_id')
    .select('key')
    .where('hostname', '=', hostname)
    .executeTakeFirst();
  if (owner) fail('brand.hostname_taken', { brand: key, hostname, owner: owner.key });
}

/** What belongs to one brand alone: its accounts at others', who sends it people, and that it is made up. */
const own = new Set(['campaigns', 'photos', 'pixels', 'postbacks', 'partners', 'wallet', 'payPal', 'demo']);

async function copyParts(
  tx: Tx,
  from: string,
  { key, title, hostname, year }: { key: string; title: string; hostname: string; year: number },
): Promise<Map<string, Content>> {
  const row = await tx.selectFrom('brand').select('id').where('key', '=', from).executeTakeFirst();
  const live = row ? await readLiveParts(tx, row.id) : new Map<string, never>();
  if (live.size === 0) return fail('request.not_found');
  const parts = new Map([...live].map(([part, { content }]) => [part, content]));
  const settings = Object.fromEntries(
    Object.entries(parts.get(SETTINGS_PART) ?? {}).filter(([name]) => !own.has(name)),
  );
  const { merchantAccount: _, ...payment } = (settings['payment'] ?? {}) as Record<string, unknown>;
  return parts.set(SETTINGS_PART, {
    ...settings,
    key,
    title,
    year,
    hostnames: [hostname],
    domain: hostname,
    payment,
  });
}
