import { z } from 'zod';
import { Failure } from '../../contract/errors.ts';
import { moderationKinds, refusalReasons } from '../../contract/moderation.ts';
import type { ModerationKind } from '../../contract/moderation.ts';
import { openBrandDirectory } from '../../server/brands/directory.ts';
import { systemClock } from '../../server/core/clock.ts';
import type { Config } from '../../server/core/config.ts';
import { createOrigins } from '../../server/core/origins.ts';
import { prepareClosedFolder } from '../../server/core/data-folder.ts';
import type { Database } from '../../server/core/database.ts';
import { StartupFault } from '../../server/core/startup-fault.ts';
import { localStorage, s3Storage } from '../../server/core/storage.ts';
import { decide } from '../../server/moderation/decide.ts';
import type { Office } from '../../server/moderation/decide.ts';
import { readWaitingPhotos, readWaitingProfiles } from '../../server/moderation/queue-queries.ts';

type Options = Partial<Record<'brand' | 'kind' | 'reason', string>>;

const MOST_LISTED = 50;

/** Lists what waits for moderation, or decides on it: `list`, `approve KIND ID`, `refuse KIND ID --reason REASON`. */
export async function moderate(
  config: Config,
  db: Database,
  [verb, kind, id]: readonly (string | undefined)[],
  options: Options,
): Promise<void> {
  const office = await openOffice(config, db);
  const brand = options.brand === undefined ? undefined : requireBrand(office, options.brand);
  if (verb === 'list') return list(office, brand?.id, options.kind);
  if (verb !== 'approve' && verb !== 'refuse')
    throw new StartupFault(`There is no “moderate ${verb ?? ''}”; there are list, approve and refuse.`);
  const about = { kind: requireKind(kind), id: requireId(id) };
  const brandId = (brand ?? requireBrand(office, '')).id;
  const reason = verb === 'refuse' ? requireReason(options.reason) : null;
  try {
    const { isNew, what } = await decide(
      office,
      { ...about, brandId, reason },
      { actor: { kind: 'system' } },
    );
    console.log(isNew ? `The ${what} is ${reason === null ? 'approved' : 'refused'}.` : 'It was so already.');
  } catch (error) {
    throw error instanceof Failure ? explain(error) : error;
  }
}

async function list(office: Office, brandId: string | undefined, kind: string | undefined): Promise<void> {
  const wanted = { brandId, after: undefined, limit: MOST_LISTED };
  const chosen = kind === undefined ? moderationKinds : [requireKind(kind)];
  const keyOf = (id: string) => office.brands.byId(id)?.key ?? id;
  if (chosen.includes('profile')) {
    for (const row of await readWaitingProfiles(office.db, wanted)) {
      const { screen_name: name, description, looking_for: lookingFor } = row.words;
      const said = [name, description, lookingFor].map((text) => JSON.stringify(text)).join('  ');
      console.log(`profile  ${row.id}  ${keyOf(row.brand_id)}  ${row.at.toISOString()}  ${said}`);
    }
  }
  if (chosen.includes('photo')) {
    for (const row of await readWaitingPhotos(office.db, wanted)) {
      const size = `${row.width}×${row.height}`;
      const name = JSON.stringify(row.screen_name);
      console.log(`photo  ${row.id}  ${keyOf(row.brand_id)}  ${row.at.toISOString()}  ${name}  ${size}`);
    }
  }
}

async function openOffice(config: Config, db: Database): Promise<Office> {
  const storage = config.s3
    ? s3Storage(config.s3)
    : localStorage(await prepareClosedFolder(`${config.dataDir}/storage`));
  const brands = await openBrandDirectory({ db, localhostIsFirst: false });
  return { db, storage, brands, clock: systemClock, origins: createOrigins(config) };
}

function requireBrand({ brands }: Office, key: string) {
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

function explain({ code }: Failure): StartupFault {
  return new StartupFault(
    code === 'moderation.decided'
      ? 'It was refused before, and its files are gone.'
      : 'There is nothing like that at this brand.',
  );
}
