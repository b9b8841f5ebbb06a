import { LEGAL_VERSIONS } from '#contract/brand/legal.ts';
import { noDetails } from '#contract/profile/details.ts';
import type { App } from '#server/app.ts';
import { grantCredits } from '#server/credits/ledger.ts';
import { DAY } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { columnsOf } from '#server/profiles/own-details.ts';
import { trialAccounts } from './accounts.ts';
import type { TrialAccount } from './accounts.ts';
import { demoId, demoTrackerId } from './brand.ts';
import type { DemoBrand } from './brand.ts';
import { createComposer } from './compose.ts';
import { demoPeople, AGES_IN } from './people.ts';
import type { DemoPerson } from './people.ts';
import { hairColourOf } from './portraits/faces.ts';
import { seeded } from './portraits/seeded.ts';
import {
  insertAccounts,
  insertBalances,
  insertProfiles,
  insertReviews,
  recordCompletedStep,
  setPasswords,
} from './queries.ts';
import type { CompletedStep } from './queries.ts';
import { wordsOf } from './words.ts';

export async function seedPeople(
  { db, clock }: App,
  brand: DemoBrand,
  completed: CompletedStep,
): Promise<void> {
  const now = clock.now();
  const people = demoPeople(brand);
  const accounts = people
    .filter(({ kind }) => kind === 'member')
    .map((person, index) => accountOfPerson(brand, person, index + 1, now));
  await transact(db, async (tx) => {
    await insertAccounts(tx, accounts);
    await insertBalances(
      tx,
      accounts.map(({ brand_id, id }) => ({ brand_id, account_id: id })),
    );
    await insertProfiles(
      tx,
      people.map((person) => profileOfPerson(brand, person, now)),
    );
    await recordCompletedStep(tx, completed);
  });
}

/** All accounts share the password, so one costly hash does for them. */
export async function seedTrialAccounts(
  { db, clock, passwords }: App,
  brand: DemoBrand,
  password: string,
  completed: CompletedStep,
): Promise<void> {
  const now = clock.now();
  const hash = await passwords.hash(password, 'demo');
  const trials = trialAccounts(brand);
  await transact(db, async (tx) => {
    await insertAccounts(
      tx,
      trials.map((trial) => accountOfTrial(brand, trial, hash, now)),
    );
    await insertProfiles(tx, profilesOfTrials(brand, trials, now));
    await setPasswords(
      tx,
      brand.id,
      trials.map(({ accountId }) => accountId),
      hash,
    );
    for (const trial of trials) await grantFirstCredits(tx, brand, trial);
    await recordCompletedStep(tx, completed);
  });
}

/** What the flow gives a newcomer, and what the case adds. */
async function grantFirstCredits(tx: Tx, brand: DemoBrand, trial: TrialAccount): Promise<void> {
  const flow = brand.flows.get(trial.flowId);
  const grants = [
    { credit: 'message', amount: flow?.freeMessages ?? 0, reason: 'signup' },
    { credit: 'icebreaker', amount: flow?.icebreakerCredits ?? 0, reason: 'signup' },
    { credit: 'like', amount: flow?.likeCredits ?? 0, reason: 'signup' },
    { credit: 'message', amount: trial.messageCredits, reason: 'demo' },
  ] as const;
  await insertBalances(tx, [{ brand_id: brand.id, account_id: trial.accountId }]);
  for (const { credit, amount, reason } of grants) {
    if (amount === 0) continue;
    const idempotencyKey = reason;
    await grantCredits(tx, {
      brandId: brand.id,
      accountId: trial.accountId,
      credit,
      amount,
      reason,
      idempotencyKey,
    });
  }
}

export function seedReviews({ db, clock }: App, brand: DemoBrand, completed: CompletedStep): Promise<void> {
  return transact(db, async (tx) => {
    await insertReviews(tx, reviewRows(brand, clock.now()));
    await recordCompletedStep(tx, completed);
  });
}

/** The demo's people and accounts as rows of the database. */

const MEMBER_SINCE_DAYS = 400;
const REVIEWED_WITHIN_DAYS = 240;

const before = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds);

function personAccountId(personId: string): string {
  return demoId(`${personId} account`);
}

/** A member's account that cannot be signed in to: it has no password. */
function accountOfPerson(brand: DemoBrand, person: DemoPerson, order: number, now: Date) {
  const joinedAt = joined(person.id, now);
  return {
    brand_id: brand.id,
    id: personAccountId(person.id),
    tracker_id: demoTrackerId(person.id),
    email: `${plainLetters(person.screenName)}.${order}@demo.${brand.domain}`,
    email_confirmed_at: joinedAt,
    password_hash: null,
    flow_id: brand.defaultFlow,
    seeks: person.seeks,
    language: brand.country,
    accepted_at: joinedAt,
    terms_version: LEGAL_VERSIONS.terms,
    demo: true,
    created_at: joinedAt,
  };
}

function profileOfPerson(brand: DemoBrand, person: DemoPerson, now: Date) {
  return {
    brand_id: brand.id,
    id: person.id,
    kind: person.kind,
    account_id: person.kind === 'member' ? personAccountId(person.id) : null,
    status: 'visible' as const,
    moderated_at: joined(person.id, now),
    gender: person.gender,
    screen_name: person.screenName,
    birth_year: person.birthYear,
    country: brand.country,
    region: person.region,
    city: person.city,
    about: person.about,
    description: person.description,
    looking_for: person.lookingFor,
    ...columnsOf({ ...noDetails, ...person.details }),
    delicate_consent_at: person.kind === 'member' ? joined(person.id, now) : null,
    introduced_at: joined(person.id, now),
    reserved: person.reserved,
    demo: true,
    last_active_at: before(now, person.idleMilliseconds),
    created_at: joined(person.id, now),
  };
}

function accountOfTrial(brand: DemoBrand, trial: TrialAccount, passwordHash: string, now: Date) {
  return {
    brand_id: brand.id,
    id: trial.accountId,
    tracker_id: demoTrackerId(trial.accountId),
    email: trial.email,
    email_confirmed_at: trial.emailConfirmed ? now : null,
    password_hash: passwordHash,
    status: trial.disabled ? ('disabled' as const) : ('active' as const),
    flow_id: trial.flowId,
    level: trial.level,
    seeks: trial.seeks,
    language: brand.country,
    accepted_at: now,
    terms_version: LEGAL_VERSIONS.terms,
    demo: true,
    created_at: now,
  };
}

function profilesOfTrials(brand: DemoBrand, trials: readonly TrialAccount[], now: Date) {
  const compose = createComposer(wordsOf[brand.country], brand.title);
  return trials.map((trial) => {
    const { profileId: id, gender, seeks, age, city, blank } = trial;
    const words = compose({ seed: id, kind: 'member', gender, seeks, age, town: city ?? '' });
    return {
      brand_id: brand.id,
      id,
      kind: 'member' as const,
      account_id: trial.accountId,
      status: statusOf(trial),
      moderated_at: blank ? null : now,
      gender,
      screen_name: trial.screenName,
      birth_year: AGES_IN - age,
      country: brand.country,
      region: trial.region,
      city,
      about: blank ? '' : words.about,
      description: blank ? '' : words.description,
      looking_for: blank ? '' : words.lookingFor,
      details: JSON.stringify(
        blank ? {} : { hairColour: hairColourOf({ seed: id, gender, age, style: brand.style }) },
      ),
      introduced_at: blank ? null : now,
      demo: true,
      last_active_at: now,
      created_at: now,
    };
  });
}

function statusOf({ disabled, blank }: TrialAccount): 'visible' | 'hidden' | 'pending' {
  if (disabled) return 'hidden';
  return blank ? 'pending' : 'visible';
}

function reviewRows(brand: DemoBrand, now: Date) {
  return wordsOf[brand.country].reviews.map(({ name, gender, age, stars, text }, index) => {
    const id = demoId(`${brand.key} review ${index}`, index);
    const created_at = before(now, seeded(id).number('written') * REVIEWED_WITHIN_DAYS * DAY);
    return {
      brand_id: brand.id,
      id,
      name,
      gender,
      age,
      stars,
      text,
      status: 'approved' as const,
      demo: true,
      created_at,
    };
  });
}

function joined(personId: string, now: Date): Date {
  return before(now, seeded(personId).between('joined', 36, MEMBER_SINCE_DAYS) * DAY);
}

/** `Joëlle` writes from joelle@. */
function plainLetters(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\P{ASCII}/gu, '')
    .toLowerCase();
}
