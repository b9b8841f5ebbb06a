/** A brand as one file: what is live taken out, and a file put in as drafts. */

import { z } from 'zod';
import { flowSettings, planSettings } from '#contract/brand/flow.ts';
import { LEGAL_PAGES } from '#contract/brand/legal.ts';
import { SETTINGS_PART } from '#contract/brand/parts.ts';
import { textChannel, textChannels } from '#contract/brand/texts.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  exportBrand as exportEndpoint,
  importBrand as importEndpoint,
} from '#contract/staff/brand-making.ts';
import type { StaffContext } from '#server/app.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { readDrafts, writeDraft } from './drafts.ts';
import { findEditedBrand, requirePartRights } from './edited-brand.ts';
import { assembleFile, completeContent, isSameContent, partsOfFile } from './parts.ts';
import type { Content } from './parts.ts';
import { lockBrand, readLiveParts } from './publish.ts';

const MOST_PROBLEMS = 200;

/** What is live, as `brand save` takes it. Nothing where nothing was published. */
export async function readBrandAsFile(db: DbOrTx, brandId: string) {
  const live = await readLiveParts(db, brandId);
  const contents = new Map([...live].map(([part, { content }]) => [part, completeContent(part, content)]));
  const { settings, ...rest } = assembleFile(contents).file;
  return settings && { settings, ...rest };
}

export async function exportBrand(
  context: StaffContext,
  { brand }: InputOf<typeof exportEndpoint>,
): Promise<ReplyOf<typeof exportEndpoint>> {
  const { brandId } = await findEditedBrand(context, brand);
  return { file: (await readBrandAsFile(context.app.db, brandId)) ?? fail('request.not_found') };
}

/** Enough of a file to know its parts. What is in them may be half written, as in any draft. */
const looseFile = z.looseObject({
  settings: z.looseObject({}),
  flows: z.array(z.looseObject({ id: flowSettings.shape.id })).max(100),
  plans: z.array(z.looseObject({ productId: planSettings.shape.productId })).max(200),
  texts: z
    .array(z.looseObject({ channel: textChannel }))
    .max(textChannels.length)
    .optional(),
  legalPages: z
    .array(z.looseObject({ page: z.enum(LEGAL_PAGES) }))
    .max(LEGAL_PAGES.length)
    .optional(),
});

function readParts(brand: string, file: unknown): Map<string, Content> {
  const parsed = looseFile.safeParse(file);
  if (parsed.success) return partsOfFile(parsed.data as never);
  return fail('brand.invalid', {
    brand,
    problems: parsed.error.issues.slice(0, MOST_PROBLEMS).map(({ path, message }) => ({
      part: SETTINGS_PART,
      path: path.map((step) => (typeof step === 'symbol' ? String(step) : step)),
      what: message,
    })),
  });
}

/** Each part of a file that differs from what is live becomes its draft, to be looked through and published. */
export async function importBrand(
  context: StaffContext,
  { brand, file }: InputOf<typeof importEndpoint>,
): Promise<ReplyOf<typeof importEndpoint>> {
  const edited = await findEditedBrand(context, brand);
  const { brandId } = edited;
  const parts = readParts(brand, file);
  requirePartRights(context, edited, parts.keys());
  return transact(context.app.db, async (tx) => {
    await lockBrand(tx, brandId);
    const [live, drafts] = [await readLiveParts(tx, brandId), await readDrafts(tx, brandId)];
    const drafted: string[] = [];
    for (const [part, written] of parts) {
      const content: Content = part === SETTINGS_PART ? { ...written, key: brand } : written;
      const newest = live.get(part);
      if (isSameContent(part, newest?.content, content)) continue;
      await writeDraft(tx, {
        brandId,
        part,
        content,
        revision: (drafts.get(part)?.revision ?? 0) + 1,
        basedOn: newest?.version ?? null,
        savedBy: context.staffId,
      });
      drafted.push(part);
    }
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'staff', id: context.staffId },
      action: 'brand.imported',
      details: { parts: drafted },
      ip: context.ip,
    });
    return { parts: drafted };
  });
}
