/** The brands that a person may edit, each as it stands. */

import { SETTINGS_PART } from '#contract/brand/parts.ts';
import { COUNTRIES } from '#contract/countries/list.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import type { listBrandStates as endpoint } from '#contract/staff/brand-editing.ts';
import type { StaffContext } from '#server/app.ts';
import { missingFacts } from '../legal-text.ts';
import { readDrafts } from './drafts.ts';
import { readPeople } from './edited-brand.ts';
import { nameOfPart } from './parts.ts';
import type { Content } from './parts.ts';
import { readLiveParts } from './publish.ts';

const MOST_REASON = 4_000;

export async function listBrandStates(context: StaffContext): Promise<ReplyOf<typeof endpoint>> {
  const { app, isOwner, brandIds, language } = context;
  const rows = await app.db.selectFrom('brand').select(['id', 'key']).orderBy('key').execute();
  const brands: ReplyOf<typeof endpoint>['brands'] = [];
  for (const { id, key } of rows.filter((row) => isOwner || brandIds.includes(row.id))) {
    const [lives, drafts] = [await readLiveParts(app.db, id), await readDrafts(app.db, id)];
    const person = await readPeople(app.db, [
      ...[...lives.values()].map(({ publishedBy }) => publishedBy),
      ...[...drafts.values()].map(({ savedBy }) => savedBy),
    ]);
    const content = lives.get(SETTINGS_PART)?.content ?? drafts.get(SETTINGS_PART)?.content ?? {};
    const newest = [...lives.values()].sort((one, other) => other.publication - one.publication)[0];
    const known = app.brands.byId(id);
    brands.push({
      brand: key,
      title: nameOfPart(SETTINGS_PART, content, language).slice(0, 60) || key,
      hostnames: hostnamesOf(content),
      country: COUNTRIES.find((country) => country === content['country']) ?? null,
      demo: content['demo'] === true,
      live: newest
        ? {
            publication: newest.publication,
            publishedAt: newest.publishedAt.getTime(),
            publishedBy: person(newest.publishedBy),
          }
        : null,
      drafts: [...drafts].map(([part, { savedAt, savedBy }]) => ({
        part,
        savedAt: savedAt.getTime(),
        savedBy: person(savedBy),
      })),
      missingFacts: known ? missingFacts(known) : [],
      refused:
        app.brands
          .refused()
          .find(({ name }) => name === key)
          ?.reason.slice(0, MOST_REASON) ?? null,
    });
  }
  return { brands };
}

/** A draft may hold anything. */
function hostnamesOf({ hostnames }: Content): string[] {
  return Array.isArray(hostnames)
    ? hostnames.filter((hostname) => typeof hostname === 'string').slice(0, 20)
    : [];
}
