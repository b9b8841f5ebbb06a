/** Profiles of ours are made and changed, each change against the one that was read. */

import { isDeepStrictEqual } from 'node:util';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import { isScreenName } from '#contract/profile/screen-name.ts';
import type {
  HouseSettings,
  HouseWords,
  changeHouseProfile as changeEndpoint,
  makeHouseProfile as makeEndpoint,
} from '#contract/staff/house-profiles.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { isPlace } from '#server/countries/find-places.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { columnsOf } from '../own-details.ts';
import { updateProfile } from '../own-profile.ts';
import { birthYearOf } from '../profile-summary.ts';
import { languageOfBrand, lockLivingProfile, describeHouseProfile, settingsOf } from './house-profile.ts';

/**
 * Who makes or changes a profile, at its brand: a person at the console, or an import of theirs. The id is null where an
 * operator imports from the command line.
 */
export interface Maker extends Pick<StaffContext, 'app' | 'brand' | 'brandId' | 'ip'> {
  staffId: string | null;
}

/** Makes a profile that is not shown yet. */
export async function makeHouseProfile(
  context: StaffContext,
  { brand, id, kind, ...typed }: InputOf<typeof makeEndpoint>,
): Promise<ReplyOf<typeof makeEndpoint>> {
  const inside = atBrand(context, brand);
  const { app, brandId } = inside;
  await transact(app.db, async (tx) => {
    const settings = await checkSettings(inside, tx, typed);
    if (!(await insertProfile(inside, tx, { id, kind, settings }))) return;
    await saveSettings(inside, tx, id, settings);
    await tx
      .updateTable('house_profile')
      .set({ made_by: inside.staffId, revision: 1 })
      .where('brand_id', '=', brandId)
      .where('profile_id', '=', id)
      .execute();
    await record(inside, tx, 'house_profile.made', id, { kind, after: settings });
  });
  return describeHouseProfile(inside, id);
}

/** Changes what is edited, where it is still as it was read. */
export async function changeHouseProfile(
  context: StaffContext,
  { brand, id, revision, ...typed }: InputOf<typeof changeEndpoint>,
): Promise<ReplyOf<typeof changeEndpoint>> {
  const inside = atBrand(context, brand);
  const { app, brandId } = inside;
  await transact(app.db, async (tx) => {
    const row = await lockLivingProfile(tx, brandId, id);
    if (row.revision !== revision)
      fail('house_profile.changed', { by: row.changed_by_name, at: row.changed_at.getTime() });
    const settings = await checkSettings(inside, tx, typed);
    const changed = differences(settingsOf(inside, row), settings);
    if (!changed) return;
    await saveSettings(inside, tx, id, settings);
    await record(inside, tx, 'house_profile.changed', id, changed);
  });
  return describeHouseProfile(inside, id);
}

/** The values before and after of what differs. */
export function differences(before: HouseSettings, after: HouseSettings) {
  const names = (Object.keys(after) as (keyof HouseSettings)[]).filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );
  if (names.length === 0) return undefined;
  const of = (settings: HouseSettings) => Object.fromEntries(names.map((name) => [name, settings[name]]));
  return { before: of(before), after: of(after) };
}

export function record(
  { brandId, staffId, ip }: Omit<Maker, 'app' | 'brand'>,
  tx: Tx,
  action: string,
  subject: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  const actor = staffId === null ? ({ kind: 'system' } as const) : ({ kind: 'staff', id: staffId } as const);
  return recordAudit(tx, { brandId, actor, action, subject, details, ip });
}

/** Only texts that say something, one a language; a town in its region; a team of the brand. */
async function checkSettings(inside: StaffContext, tx: Tx, typed: HouseSettings): Promise<HouseSettings> {
  const { brand, brandId } = inside;
  const words = typed.words
    .filter(
      ({ about, description, lookingFor, prompts }) =>
        about + description + lookingFor !== '' || prompts.length > 0,
    )
    .toSorted((one, other) => one.language.localeCompare(other.language));
  if (new Set(words.map(({ language }) => language)).size < words.length) fail('house_profile.words_twice');
  if (!isScreenName(typed.screenName)) fail('field.name');
  const { region, city } = typed;
  if (region === null ? city !== null : !(await isPlace(tx, brand.settings.country, { region, city })))
    fail('field.place');
  if (typed.teamId !== null) await requireTeam(tx, brandId, typed.teamId);
  return { ...typed, words, model: typed.model || null };
}

/** The team stays until this transaction has ended. */
export async function requireTeam(tx: Tx, brandId: string, teamId: string): Promise<void> {
  const team = await tx
    .selectFrom('host_team')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', '=', teamId)
    .forKeyShare()
    .executeTakeFirst();
  if (!team) fail('team.unknown');
}

interface NewProfile {
  id: string;
  kind: 'staff' | 'ai';
  settings: HouseSettings;
}

/** Answers whether it is new. */
export async function insertProfile(
  { app, brand, brandId }: Maker,
  tx: Tx,
  { id, kind, settings }: NewProfile,
): Promise<boolean> {
  const now = app.clock.now();
  const made = await tx
    .insertInto('profile')
    .values({
      brand_id: brandId,
      id,
      kind,
      status: 'hidden',
      moderated_at: now,
      gender: settings.gender,
      screen_name: settings.screenName,
      country: brand.settings.country,
      last_active_at: now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

const wordless: Omit<HouseWords, 'language'> = { about: '', description: '', lookingFor: '', prompts: [] };

/** Writes all that is edited. What those read who speak another language is that of the brand, or the first there is. */
export async function saveSettings(
  { app, brand, brandId, staffId }: Maker,
  tx: Tx,
  profileId: string,
  settings: HouseSettings,
): Promise<void> {
  const { words, hours } = settings;
  const ordinary = words.find(({ language }) => language === languageOfBrand(brand)) ?? words[0] ?? wordless;
  await updateProfile(tx, brandId, profileId, {
    screen_name: settings.screenName,
    birth_year: birthYearOf(settings.age, app.clock),
    gender: settings.gender,
    region: settings.region,
    city: settings.city,
    ...columnsOf(settings.details),
    about: ordinary.about,
    description: ordinary.description,
    looking_for: ordinary.lookingFor,
    prompts: JSON.stringify(ordinary.prompts),
  });
  await tx
    .updateTable('house_profile')
    .set(({ eb }) => ({
      notes: settings.notes,
      team_id: settings.teamId,
      answers_from: hours?.from ?? null,
      answers_to: hours?.to ?? null,
      character: settings.character,
      limits: settings.limits,
      model: settings.model,
      revision: eb('revision', '+', 1),
      changed_by: staffId,
      changed_at: app.clock.now(),
    }))
    .where('brand_id', '=', brandId)
    .where('profile_id', '=', profileId)
    .execute();
  await replaceWords(tx, brandId, profileId, words);
}

async function replaceWords(
  tx: DbOrTx,
  brandId: string,
  profileId: string,
  words: readonly HouseWords[],
): Promise<void> {
  await tx
    .deleteFrom('house_profile_text')
    .where('brand_id', '=', brandId)
    .where('profile_id', '=', profileId)
    .execute();
  if (words.length === 0) return;
  await tx
    .insertInto('house_profile_text')
    .values(
      words.map(({ language, about, description, lookingFor, prompts }) => ({
        brand_id: brandId,
        profile_id: profileId,
        language,
        about,
        description,
        looking_for: lookingFor,
        prompts: JSON.stringify(prompts),
      })),
    )
    .execute();
}
