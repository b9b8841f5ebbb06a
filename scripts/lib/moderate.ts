import { z } from 'zod';
import { Failure } from '../../contract/kernel/errors.ts';
import type { ErrorCode } from '../../contract/kernel/errors.ts';
import { moderationKinds, refusalReasons } from '../../contract/moderation/moderation.ts';
import type { ModerationKind } from '../../contract/moderation/moderation.ts';
import { openBrandDirectory } from '../../server/brands/directory.ts';
import { decide } from '../../server/moderation/decide.ts';
import type { DecideServices } from '../../server/moderation/decide.ts';
import { readWaiting } from '../../server/moderation/queue.ts';
import type { WaitingRow } from '../../server/moderation/queue.ts';
import { systemClock } from '../../server/platform/clock.ts';
import type { Config } from '../../server/platform/config/config.ts';
import { StartupFault } from '../../server/platform/config/startup-fault.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { createOrigins } from '../../server/platform/http/origins.ts';
import { openStorage } from '../../server/platform/storage/storage.ts';
import type { Desk, Terminal } from './reach-database.ts';

type Options = Partial<Record<'brand' | 'kind' | 'reason' | 'version', string>>;

const MOST_LISTED = 50;

/** Lists what waits for moderation, or decides on it: `list`, `approve KIND ID`, `refuse KIND ID --reason REASON`. */
export async function moderate(
  { config, db, terminal }: Desk,
  [verb, kind, id]: readonly (string | undefined)[],
  options: Options,
): Promise<void> {
  const services = await openOffice(config, db);
  const brand = options.brand === undefined ? undefined : requireBrand(services, options.brand);
  if (verb === 'list')
    return list(services, terminal, brand ? [brand.id] : allBrands(services), options.kind);
  if (verb !== 'approve' && verb !== 'refuse')
    throw new StartupFault(`There is no “moderate ${verb ?? ''}”; there are list, approve and refuse.`);
  const about = {
    kind: requireKind(kind),
    id: requireId(id),
    brandId: (brand ?? requireBrand(services, '')).id,
  };
  const reason = verb === 'refuse' ? requireReason(options.reason) : null;
  const given = options.version === undefined ? undefined : requireVersion(options.version);
  // What is listed now is what the verdict is about, and it says so: nothing that comes meanwhile is decided on unread.
  const [listed] = await readWaiting(services.db, about.kind, {
    brandIds: [about.brandId],
    id: about.id,
    limit: 1,
  });
  const seenAt = given ?? listed?.at;
  try {
    const { isNew, what } = await decide(
      services,
      { ...about, seenAt, reason },
      { actor: { kind: 'system' } },
    );
    const named = what.replaceAll('_', ' ');
    const said = listed ? `: ${describe(listed)}` : '.';
    terminal.log(
      isNew ? `The ${named} is ${reason === null ? 'approved' : 'refused'}${said}` : 'It was so already.',
    );
  } catch (error) {
    throw error instanceof Failure ? explain(error) : error;
  }
}

const allBrands = ({ brands }: DecideServices) => brands.all().map(({ id }) => id);

/** A line each: kind, id, brand, version, and what there is to see. */
async function list(
  services: DecideServices,
  terminal: Terminal,
  brandIds: readonly string[],
  kind: string | undefined,
): Promise<void> {
  const chosen = kind === undefined ? moderationKinds : [requireKind(kind)];
  for (const each of chosen) {
    for (const row of await readWaiting(services.db, each, { brandIds, limit: MOST_LISTED })) {
      const brand = services.brands.byId(row.brand_id)?.key ?? row.brand_id;
      terminal.log(`${each}  ${row.id}  ${brand}  ${row.at.toISOString()}  ${describe(row)}`);
    }
  }
}

function describe({ screen_name: name, words, photo, review }: WaitingRow): string {
  const quote = (...texts: string[]) => texts.map((text) => JSON.stringify(text)).join('  ');
  if (words) return quote(words.screen_name, words.description, words.looking_for);
  if (review) return `${quote(name)}  ${review.stars}/5  ${quote(review.text)}`;
  return photo ? `${quote(name)}  ${photo.width}×${photo.height}` : quote(name);
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
