/** What keeps parts of a brand from being published together, and what they lack besides. */

import { SETTINGS_PART, readPart } from '#contract/brand/parts.ts';
import type { PartKind } from '#contract/brand/parts.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { Problem } from '#contract/staff/brand-editing.ts';
import { contrast } from '#contract/theme/colour.ts';
import { deriveTheme, textPairs } from '#contract/theme/theme.ts';
import type { ThemeTokens } from '#contract/theme/tokens.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { brandFile } from '../brand-file.ts';
import type { BrandFile } from '../brand-file.ts';
import { missingFacts } from '../legal-text.ts';
import { findMissingPictures } from '../pictures.ts';
import { findBreaches } from '../rules/check-brand.ts';
import { readPriceHistory } from '../rules/price-history.ts';
import { assembleFile } from './parts.ts';
import type { Content, Contents } from './parts.ts';

const MOST_PROBLEMS = 200;

type Place = Pick<Problem, 'part' | 'path'>;
type Invalid = Place & { what: string };

/** The parts as one brand; or what of them is not valid or does not fit together. */
function readWhole(key: string, contents: Contents): { file?: BrandFile; invalid: Invalid[] } {
  const { file, placeOf } = assembleFile(contents);
  const invalid = misnamed(key, contents);
  const parsed = brandFile.safeParse(file);
  for (const { path, message } of parsed.error?.issues ?? [])
    invalid.push({ ...placeOf(path), what: message.slice(0, 1_000) });
  return parsed.success && invalid.length === 0 ? { file: parsed.data, invalid } : { invalid };
}

const fieldOfName: Record<PartKind, string> = {
  brand: 'key',
  flow: 'id',
  plan: 'productId',
  texts: 'channel',
  legal: 'page',
};

/** The name under which a part is kept is the one that it says itself. */
function misnamed(key: string, contents: Contents): Invalid[] {
  return [...contents].flatMap(([part, content]) => {
    const { kind, id } = readPart(part);
    const [field, expected] = [fieldOfName[kind], part === SETTINGS_PART ? key : id];
    return content[field] === expected ? [] : [{ part, path: [field], what: `must be ${expected}` }];
  });
}

/** Refuses what is not a whole brand, with each field that is wrong. */
export function requireValid(key: string, contents: Contents): BrandFile {
  const { file, invalid } = readWhole(key, contents);
  return file ?? fail('brand.invalid', { brand: key, problems: invalid.slice(0, MOST_PROBLEMS) });
}

interface Checking {
  brandId: string;
  key: string;
  /** What would be live. */
  contents: Contents;
  now: Date;
}

/** Everything that an operator should know before they publish; what keeps them from it comes first. */
export async function findProblems(
  db: DbOrTx,
  { brandId, key, contents, now }: Checking,
): Promise<Problem[]> {
  const { file, invalid } = readWhole(key, contents);
  const problems = invalid.map(({ part, path, what }) =>
    problemAt('invalid', { part, path }, what, { blocks: true }),
  );
  if (file) {
    const history = await readPriceHistory(db, brandId);
    for (const { rule, source, part, path, what } of findBreaches({ ...file, history, now }))
      problems.push(problemAt('unlawful', { part, path }, what, { blocks: true, rule, source }));
    for (const { part, path, picture } of await findMissingPictures(db, file))
      problems.push(problemAt('picture', { part, path: [...path] }, picture, { blocks: true }));
    for (const { hostname, index, owner } of await findTakenHostnames(db, brandId, file))
      problems.push(
        problemAt('hostname', { part: SETTINGS_PART, path: ['hostnames', index] }, hostname, {
          blocks: true,
          rule: owner,
        }),
      );
    problems.push(...lowContrasts(file.settings.theme), ...factsMissing(file));
  }
  for (const [part, content] of contents) problems.push(...languagesMissing(part, content));
  return problems.slice(0, 2_000);
}

function problemAt(
  kind: Problem['kind'],
  { part, path }: Place,
  what: string,
  { blocks = false, rule = null, source = null }: Partial<Pick<Problem, 'blocks' | 'rule' | 'source'>> = {},
): Problem {
  return { part, path, kind, blocks, rule, source, what };
}

/** Hostnames that another brand has, by its key. */
async function findTakenHostnames(db: DbOrTx, brandId: string, { settings }: BrandFile) {
  const rows = await db
    .selectFrom('brand_host')
    .innerJoin('brand', 'brand.id', 'brand_host.brand_id')
    .select(['hostname', 'key'])
    .where('hostname', 'in', settings.hostnames)
    .where('brand_id', '!=', brandId)
    .execute();
  return rows.map(({ hostname, key: owner }) => ({
    hostname,
    owner,
    index: settings.hostnames.indexOf(hostname),
  }));
}

/** Colours are derived so that words can be read on them; a choice for which that did not work out is named. */
function lowContrasts(tokens: ThemeTokens): Problem[] {
  const theme = deriveTheme(tokens);
  return (['light', 'dark'] as const).flatMap((mode) =>
    textPairs.flatMap(({ text, background, minimum }) => {
      const variables = theme[mode] as Record<string, string>;
      const [front, back] = [variables[text], variables[background]];
      if (front === undefined || back === undefined) return [];
      const ratio = contrast(front, back);
      return ratio >= minimum
        ? []
        : [
            problemAt(
              'contrast',
              { part: SETTINGS_PART, path: ['theme'] },
              `${ratio.toFixed(2)} < ${minimum} (${mode})`,
              {
                rule: `${text} ${background}`,
              },
            ),
          ];
    }),
  );
}

function factsMissing({ settings, flows, plans }: BrandFile): Problem[] {
  const brand = {
    settings,
    flows: new Map(flows.map((flow) => [flow.id, flow])),
    plans: new Map(
      plans.map((plan) => [
        plan.productId,
        { ...plan, version: 1, given: { level: plan.level, credits: plan.credits } },
      ]),
    ),
  };
  return missingFacts(brand).map(({ fact, pages }) =>
    problemAt('fact', { part: SETTINGS_PART, path: ['legal'] }, pages.join(', '), { rule: fact }),
  );
}

/** Texts that another language stands in for. */
function languagesMissing(part: string, content: Content): Problem[] {
  // Ours stands in for words that a brand has not.
  if (readPart(part).kind === 'texts') return [];
  return texts(content, []).flatMap(({ path, written }) =>
    LANGUAGES.filter((language) => (written[language] ?? '').trim() === '').map((language) =>
      problemAt('language', { part, path: [...path, language] }, language, { rule: language }),
    ),
  );
}

interface WrittenText {
  path: (string | number)[];
  written: Record<string, string>;
}

/** Whatever is written in languages, however deep it lies. */
function texts(value: unknown, path: (string | number)[]): WrittenText[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  const isText =
    !Array.isArray(value) &&
    entries.length > 0 &&
    entries.every(([name, text]) => typeof text === 'string' && LANGUAGES.some((each) => each === name));
  if (isText) return [{ path, written: value as Record<string, string> }];
  return entries.flatMap(([name, inner]) =>
    texts(inner, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}
