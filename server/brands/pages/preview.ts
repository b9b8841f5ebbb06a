/** A brand as its drafts would make it, for the console: nothing of it is stored, and no visitor sees it. */

import { sql } from 'kysely';
import type { z } from 'zod';
import { brandSettings } from '#contract/brand/brand.ts';
import { flowSettings, planSettings } from '#contract/brand/flow.ts';
import { SETTINGS_PART, readPart } from '#contract/brand/parts.ts';
import { brandTexts, ownWordsOf, textChannel } from '#contract/brand/texts.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { localText } from '#contract/kernel/fields.ts';
import type { previewBrand as endpoint } from '#contract/staff/brand-preview.ts';
import { deriveTheme } from '#contract/theme/theme.ts';
import { themeTokens } from '#contract/theme/tokens.ts';
import type { StaffContext } from '#server/app.ts';
import { inMode } from '#server/mails/previews.ts';
import { renderMail } from '#server/mails/render.ts';
import { sampleMail } from '#server/mails/samples.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { settingsBeforeFirst } from '../before-first.ts';
import { ownPartsBeforeFirst } from '../directory.ts';
import type { Brand, SoldPlan } from '../directory.ts';
import { readDrafts } from '../editing/drafts.ts';
import { findEditedBrand } from '../editing/edited-brand.ts';
import type { Content } from '../editing/parts.ts';
import { readLiveParts } from '../editing/publish.ts';
import { starterParts } from '../editing/starter.ts';
import { makeBoot } from './boot.ts';

/** What was written of a part, the newest first: in the form, in its draft, live. */
type Writings = Content[];

export async function previewBrand(
  context: StaffContext,
  { brand: key, parts, flowId, language, mail }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const { brandId } = await findEditedBrand(context, key);
  const { app } = context;
  const { db } = app;
  const writings = await readWritings(db, brandId, parts);
  const brand = await assembleBrand(db, { id: brandId, key }, writings);
  const shown = brand.flows.has(flowId ?? '') ? flowId : brand.settings.defaultFlow;
  const boot = makeBoot({ ...context, brand, brandId, language }, { ownFlowId: shown });
  return {
    boot,
    theme: themeTokens.parse(brand.settings.theme),
    mail: mail === undefined ? null : inMode(sampleHtml(brand, language, context.origin), mail),
  };
}

/** Of every part of the brand all that was written of it. */
async function readWritings(
  db: DbOrTx,
  brandId: string,
  given: readonly { part: string; content: Content }[],
): Promise<Map<string, Writings>> {
  const [live, drafts] = [await readLiveParts(db, brandId), await readDrafts(db, brandId)];
  const inForm = new Map(given.map(({ part, content }) => [part, content]));
  const names = new Set([...inForm.keys(), ...drafts.keys(), ...live.keys()]);
  return new Map(
    [...names].map((part) => [
      part,
      [inForm.get(part), drafts.get(part)?.content, live.get(part)?.content].filter(
        (content) => content !== undefined,
      ),
    ]),
  );
}

async function assembleBrand(
  db: DbOrTx,
  { id, key }: { id: string; key: string },
  writings: Map<string, Writings>,
): Promise<Brand> {
  const [, ...starters] = [...starterParts({ key, title: key, hostname: 'localhost', year: 2026 })];
  const written = writings.get(SETTINGS_PART) ?? [];
  const settings = readable(brandSettings, written, nothingWritten(key, written));
  const flows = new Map<string, z.output<typeof flowSettings>>();
  const plans = new Map<string, SoldPlan>();
  const texts: z.output<typeof brandTexts>[] = [];
  const starter = (kind: string) => starters.find(([part]) => readPart(part).kind === kind)?.[1] ?? {};
  for (const [part, ofPart] of writings) {
    const { kind, id: partId } = readPart(part);
    if (kind === 'flow')
      flows.set(partId, {
        ...readable(flowSettings, ofPart, flowSettings.parse(starter('flow'))),
        id: partId,
      });
    if (kind === 'texts') {
      const channel = textChannel.parse(partId);
      texts.push(readable(brandTexts, ofPart, { channel, words: {} }));
    }
    if (kind === 'plan') {
      const plan = readable(planSettings, ofPart, planSettings.parse(starter('plan')));
      const given = { level: plan.level, credits: plan.credits + plan.promoCredits };
      plans.set(partId, { ...plan, productId: partId, version: 1, given });
    }
  }
  const defaultFlow = flows.has(settings.defaultFlow) ? settings.defaultFlow : [...flows.keys()][0];
  if (defaultFlow === undefined) flows.set(settings.defaultFlow, flowSettings.parse(starter('flow')));
  return {
    id,
    key,
    settings: { ...settings, key, defaultFlow: defaultFlow ?? settings.defaultFlow },
    theme: deriveTheme(settings.theme),
    ...ownPartsBeforeFirst,
    words: ownWordsOf(texts),
    flows,
    messageCosts: await readMessageCosts(db, [...flows.values()]),
    plans,
    version: 'preview',
  };
}

/** Where a text is missing the brand's name stands in its place. */
function nothingWritten(key: string, written: Writings): typeof settingsBeforeFirst {
  const title = written.map((content) => content['title']).find((text) => typeof text === 'string') ?? key;
  const named = localText.parse({ en: title });
  return { ...settingsBeforeFirst, title, tagline: named, description: named };
}

/** The newest writing, field by field: where a field is not valid, what was written of it before. */
function readable<S extends z.ZodObject>(schema: S, written: Writings, whole: z.output<S>): z.output<S> {
  const fields = Object.entries(schema.shape).map(([name, field]) => {
    for (const content of written) {
      const parsed = (field as z.ZodType).safeParse(content[name]);
      if (parsed.success) return [name, parsed.data];
    }
    return [name, (whole as Content)[name]];
  });
  return Object.fromEntries(fields) as z.output<S>;
}

/** What a message costs at each level, by the rule that charges it. */
async function readMessageCosts(
  db: DbOrTx,
  flows: readonly z.output<typeof flowSettings>[],
): Promise<Map<string, readonly number[]>> {
  const costs = new Map<string, readonly number[]>();
  for (const { id, messageValue } of flows) {
    const { rows } = await sql<{ costs: number[] }>`
      select array_agg(message_price(true, level::smallint, ${messageValue}) order by level) as costs
      from generate_series(0, 2) as level`.execute(db);
    costs.set(id, rows[0]?.costs ?? []);
  }
  return costs;
}

/** A mail that every member gets. */
function sampleHtml(
  brand: Brand,
  language: ReplyOf<typeof endpoint>['boot']['language'],
  origin: string,
): string {
  const template = 'welcome';
  return renderMail({ brand, language, template, data: sampleMail(template, language, origin) }).html;
}
