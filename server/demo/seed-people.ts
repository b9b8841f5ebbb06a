import type { App } from '../app.ts';
import { transact } from '../platform/database/database.ts';
import type { Tx } from '../platform/database/database.ts';
import { grantCredits } from '../credits/ledger.ts';
import { trialAccounts } from './accounts.ts';
import type { TrialAccount } from './accounts.ts';
import type { DemoBrand } from './brand.ts';
import { demoPeople } from './people.ts';
import {
  insertAccounts,
  insertBalances,
  insertProfiles,
  insertReviews,
  recordCompletedStep,
  setPasswords,
} from './queries.ts';
import type { CompletedStep } from './queries.ts';
import { accountOfPerson, accountOfTrial, profileOfPerson, profilesOfTrials, reviewRows } from './rows.ts';

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
