import { z } from 'zod';
import { Failure } from '#contract/kernel/errors.ts';
import type { ErrorCode } from '#contract/kernel/errors.ts';
import { moderationKinds, verdicts, verdictsOf } from '#contract/moderation/cases.ts';
import type { ModerationKind, Verdict } from '#contract/moderation/cases.ts';
import { refusalReasons } from '#contract/moderation/refusals.ts';
import { openBrandDirectory } from '#server/brands/directory.ts';
import { readCase, readCases } from '#server/moderation/cases.sql.ts';
import type { CaseRow } from '#server/moderation/cases.sql.ts';
import { nameOf, readContents } from '#server/moderation/contents.ts';
import type { ContentRow } from '#server/moderation/contents.ts';
import { decide, doneTo } from '#server/moderation/decide.ts';
import type { DecideServices } from '#server/moderation/decide.ts';
import { systemClock } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/config/config.ts';
import { StartupFault } from '#server/platform/config/startup-fault.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createOrigins } from '#server/platform/http/origins.ts';
import { openStorage } from '#server/platform/storage/storage.ts';
import type { CommandContext, Terminal } from './reach-database.ts';

type Options = Partial<Record<'brand' | 'kind' | 'reason' | 'version', string>>;

const MOST_LISTED = 50;

/**
 * Lists what waits for moderation, or decides on it at once: `list`, `approve KIND ID`, `refuse KIND ID --reason REASON`,
 * `dismiss report ID`, `uphold report ID`.
 */
export async function moderate(
  { config, db, terminal }: CommandContext,
  [verb, kind, id]: readonly (string | undefined)[],
  options: Options,
): Promise<void> {
  const services = await openOffice(config, db);
  const brand = options.brand === undefined ? undefined : requireBrand(services, options.brand);
  if (verb === 'list')
    return list(services, terminal, brand ? [brand.id] : allBrands(services), options.kind);
  const about = {
    verdict: requireVerdict(verb, requireKind(kind)),
    kind: requireKind(kind),
    id: requireId(id),
    brandId: (brand ?? requireBrand(services, '')).id,
  };
  const reason = verb === 'refuse' ? requireReason(options.reason) : null;
  const given = options.version === undefined ? undefined : requireVersion(options.version);
  // What is listed now is what the verdict is about, and it says so: nothing that comes meanwhile is decided on unread.
  const listed = await readCase(services.db, about, services.clock.now());
  const content = listed && (await readContents(services.db, [listed], { whole: false })).get(nameOf(listed));
  const seenAt = given ?? listed?.version;
  try {
    const { isNew, owner } = await decide(
      services,
      { ...about, seenAt, reason },
      { actor: { kind: 'system' } },
    );
    const named = (owner?.what ?? about.kind).replaceAll('_', ' ');
    const said = listed && content ? `: ${describe(listed, content)}` : '.';
    terminal.log(isNew ? `The ${named} is ${doneTo[about.verdict]}${said}` : 'It was so already.');
  } catch (error) {
    throw error instanceof Failure ? explain(error) : error;
  }
}

function requireVerdict(verb: string | undefined, kind: ModerationKind): Verdict {
  const known = verdicts.find((each) => each === verb);
  if (!known)
    throw new StartupFault(
      `There is no “moderate ${verb ?? ''}”; there are list, approve, refuse, dismiss and uphold.`,
    );
  if (verdictsOf[kind].includes(known)) return known;
  if (verdictsOf[kind].length === 0)
    throw new StartupFault(`An answer to a ${kind} is given in the console.`);
  throw new StartupFault(`Of a ${kind} one says ${verdictsOf[kind].join(' or ')}.`);
}

const allBrands = ({ brands }: DecideServices) => brands.all().map(({ id }) => id);

/** A line each: kind, id, brand, version, and what there is to see. */
async function list(
  services: DecideServices,
  terminal: Terminal,
  brandIds: readonly string[],
  kind: string | undefined,
): Promise<void> {
  const filter = { brandIds, kind: kind === undefined ? undefined : requireKind(kind), after: undefined };
  const rows = await readCases(services.db, { ...filter, limit: MOST_LISTED }, services.clock.now());
  const contents = await readContents(services.db, rows, { whole: false });
  for (const row of rows) {
    const brand = services.brands.byId(row.brand_id)?.key ?? row.brand_id;
    const content = contents.get(nameOf(row));
    if (content)
      terminal.log(
        `${row.kind}  ${row.id}  ${brand}  ${row.version.toISOString()}  ${describe(row, content)}`,
      );
  }
}

function describe({ screen_name: name }: CaseRow, content: ContentRow): string {
  const quote = (...texts: string[]) => texts.map((text) => JSON.stringify(text)).join('  ');
  switch (content.kind) {
    case 'profile':
      return quote(content.words.screenName, content.words.description, content.words.lookingFor);
    case 'review':
      return `${quote(content.name)}  ${content.stars}/5  ${quote(content.text)}`;
    case 'report':
      return `${quote(name)}  ${content.open}×  ${content.reports.map(({ reason }) => reason).join(' ')}`;
    case 'photo':
    case 'chat_photo':
      return `${quote(name)}  ${content.photo.width}×${content.photo.height}`;
    case 'appeal':
      return `${quote(name)}  ${content.what}  ${quote(content.text)}`;
    case 'verification':
      return `${quote(name)}  ${content.gesture}`;
  }
}

async function openOffice(config: Config, db: Database): Promise<DecideServices> {
  const storage = await openStorage(config);
  const brands = await openBrandDirectory({ db, localhostIsFirst: false });
  return { db, storage, brands, clock: systemClock, origins: createOrigins(config) };
}

function requireBrand({ brands }: DecideServices, key: string) {
  const brand = brands.byKey(key);
  if (brand) return brand;
  const keys = brands
    .all()
    .map((each) => each.key)
    .join(', ');
  throw new StartupFault(
    key === '' ? `--brand is missing; there are ${keys}.` : `There is no brand “${key}”; there are ${keys}.`,
  );
}

function requireKind(kind: string | undefined): ModerationKind {
  const known = moderationKinds.find((each) => each === kind);
  if (known) return known;
  throw new StartupFault(`What is to be decided on is one of ${moderationKinds.join(', ')}.`);
}

function requireId(id: string | undefined): string {
  const read = z.uuid().safeParse(id);
  if (read.success) return read.data;
  throw new StartupFault('The id is missing; `moderate list` shows it.');
}

function requireReason(reason: string | undefined) {
  const known = refusalReasons.find((each) => each === reason);
  if (known) return known;
  throw new StartupFault(`--reason is one of ${refusalReasons.join(', ')}.`);
}

function requireVersion(version: string): Date {
  const read = z.iso.datetime().safeParse(version);
  if (read.success) return new Date(read.data);
  throw new StartupFault('--version is a time as `moderate list` shows it.');
}

const explanations: Partial<Record<ErrorCode, string>> = {
  'moderation.decided': 'It was refused before, and its files are gone.',
  'moderation.changed': 'It has changed since: `moderate list` shows what it is now.',
};

function explain({ code }: Failure): StartupFault {
  return new StartupFault(explanations[code] ?? 'There is nothing like that at this brand.');
}
