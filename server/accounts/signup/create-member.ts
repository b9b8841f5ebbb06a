/** Makes an account with all that belongs to it, by whichever way of signing up. */

import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { z } from 'zod';
import type { SignedUp } from '#contract/account/sign-up.ts';
import type { FlowSettings } from '#contract/brand/flow.ts';
import { fail } from '#contract/kernel/errors.ts';
import { trackerId as trackerIdField } from '#contract/kernel/fields.ts';
import type { Gender } from '#contract/kernel/fields.ts';
import { DEFAULT_SOURCE } from '#contract/kernel/storage-keys.ts';
import { makeUpScreenName } from '#contract/profile/screen-name.ts';
import { recordConversion } from '#server/analytics/events.ts';
import type { VisitorContext } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { resolveFlow } from '#server/brands/flows.ts';
import { editionInForce } from '#server/brands/legal-editions.ts';
import type { Account, Arrival } from '#server/platform/database/database-types.gen.ts';
import type { Tx, DbOrTx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { networkOf } from '#server/platform/network.ts';
import { openSession } from '#server/platform/security/sessions.ts';
import { describeUser } from '../describe-user.ts';
import { rememberDevice } from '../known-device.ts';
import { queueConfirmation } from '../own-email.ts';
import { describeSignedIn } from '../verify-session.ts';
import { recordConsents } from './consents.ts';
import { welcomeWhenReady } from './welcome.ts';

/** What a landing claims about the visitor who signs up. Kept, and never trusted. */
export interface ArrivalClaims {
  trackerId?: string | undefined;
  source?: string | undefined;
  campaignId?: string | undefined;
  clickCampaign?: string | undefined;
  cookieConsentId?: string | undefined;
  userAgent?: string | undefined;
  ip?: string | undefined;
  fingerprint?: string | undefined;
  flowId?: string | undefined;
  host?: string | undefined;
}

export interface NewAccount {
  /** In its normal spelling, and checked. */
  email: string;
  emailConfirmed: boolean;
  passwordHash: string | null;
  gender: Gender;
  seeks: Gender;
  age: number | null;
  /** Real places of the brand's country. */
  region: string | null;
  city: string | null;
  /** Made up where absent. An address or a full name never becomes what others see. */
  screenName?: string | undefined;
  way: 'form' | 'auto' | 'external' | 'google';
  /** Of the session that is opened. */
  method: 'signup' | 'google' | 'link';
  /** The partner's link that makes this account. */
  linkId?: string | undefined;
  /** What the form calls this sign-up, a uuid. */
  attemptId?: string | undefined;
  claims: ArrivalClaims;
  consents: { terms: boolean; adult: boolean; newsletter: boolean };
}

export interface CreatedMember {
  accountId: string;
  trackerId: string;
  token: string;
  optIn: FlowSettings['optIn'];
  gift: number | null;
  /** Not new at all: a member who has come back. */
  returning?: true;
}

const landingOf = {
  form: '/signup',
  auto: '/asignup',
  external: '/external_email',
  google: '/loginWithGoogle',
};

/** The flow a newcomer is put into. */
export function flowOfNewcomer(brand: Brand, way: NewAccount['way'], claims: ArrivalClaims): FlowSettings {
  const { flowId, trackerId, campaignId } = claims;
  return resolveFlow(brand, { flowId, trackerId, campaignId, path: landingOf[way] });
}

/**
 * Makes an account with all that belongs to it, in the caller's transaction, and signs it in. Of many who want the
 * same address at once, one gets it; the others fail with `signup.email_taken`.
 */
export async function createMember(
  context: VisitorContext,
  tx: Tx,
  account: NewAccount,
): Promise<CreatedMember> {
  const { accountHandlers } = context.app;
  const { brand, brandId } = context;
  const { claims, consents, gender, age, region, city } = account;
  const accountId = newId();
  const flow = flowOfNewcomer(brand, account.way, claims);
  const trackerId = await takeAddress(context, tx, account, { accountId, flowId: flow.id });
  const screenName = account.screenName ?? makeUpScreenName(context.language);
  await recordArrival(context, tx, account, accountId);
  const given = Object.entries(consents).filter(([, ticked]) => ticked);
  await recordConsents(context, tx, accountId, Object.fromEntries(given));
  const member = { accountId, flow, screenName, gender, age, region, city, walks: false };
  for (const { created } of accountHandlers) await created?.(context, tx, member);
  await recordConversion(tx, {
    brandId,
    fact: 'lead',
    subjectId: accountId,
    accountId,
    purchaseId: null,
    amountCents: 0,
    at: context.app.clock.now(),
    trackerId,
    details: { way: account.way, campaign: claims.campaignId, source: claims.source, flow: flow.id },
  });
  const token = await openSession(context, tx, accountId, account.method);
  if (flow.optIn === 'double' && !account.emailConfirmed) {
    await queueConfirmation(context, tx, {
      accountId,
      // A new account's credentials have not changed yet.
      version: 0,
      email: account.email,
      screenName,
      language: context.language,
      template: 'confirm_email',
    });
  }
  await welcomeWhenReady(context, tx, accountId, 'created');
  return { accountId, trackerId, token, optIn: flow.optIn, gift: flow.freeMessages || null };
}

/** The answer to a member who has just signed up. */
export async function describeSignUp(context: VisitorContext, made: CreatedMember): Promise<SignedUp> {
  const { token, trackerId, optIn, gift, accountId } = made;
  const user = await (made.returning ? describeSignedIn : describeUser)(context, accountId);
  const deviceToken = await rememberDevice(context, accountId);
  return { token, trackerId, user, optIn, gift, deviceToken, isNew: !made.returning };
}

/** Makes the account itself, and answers with its tracker id: the claimed one where it is free. */
async function takeAddress(
  context: VisitorContext,
  tx: Tx,
  account: NewAccount,
  { accountId, flowId }: { accountId: string; flowId: string },
): Promise<string> {
  const now = context.app.clock.now();
  const { terms, adult, newsletter } = account.consents;
  const claimed = trackerIdField.safeParse(account.claims.trackerId);
  for (const trackerId of [...(claimed.success ? [claimed.data] : []), randomUUID()]) {
    const made = await insertAccount(tx, {
      brand_id: context.brandId,
      id: accountId,
      tracker_id: trackerId,
      email: account.email,
      email_confirmed_at: account.emailConfirmed ? now : null,
      password_hash: account.passwordHash,
      flow_id: flowId,
      seeks: account.seeks,
      language: context.language,
      accepted_at: terms && adult ? now : null,
      terms_version: terms && adult ? editionInForce(context.brand, 'terms') : null,
      newsletter,
      created_at: now,
    });
    if (made) return trackerId;
    if (await findByEmail(tx, context.brandId, account.email)) fail('signup.email_taken');
  }
  throw new Error('no account could be made for an address that is free');
}

async function recordArrival(
  context: VisitorContext,
  tx: Tx,
  { way, linkId, attemptId, claims }: NewAccount,
  accountId: string,
): Promise<void> {
  const { device, network, origin } = deviceHashes(context, claims.fingerprint);
  await insertArrival(tx, {
    brand_id: context.brandId,
    account_id: accountId,
    way,
    source: claims.source?.slice(0, 200) || DEFAULT_SOURCE,
    campaign_id: claims.campaignId?.slice(0, 200) || null,
    click_campaign: claims.clickCampaign?.slice(0, 200) || null,
    click_id: trackerIdField.safeParse(claims.trackerId).data ?? null,
    cookie_consent_id: z.uuid().safeParse(claims.cookieConsentId).data ?? null,
    host: claims.host?.slice(0, 255) || null,
    claimed_ip: claims.ip?.slice(0, 64) || null,
    ip: context.ip,
    device_hash: device,
    network_hash: network,
    origin_hash: origin,
    user_agent: (context.userAgent || claims.userAgent || '').slice(0, 400),
    link_id: linkId ?? null,
    attempt_id: z.uuid().safeParse(attemptId).data ?? null,
    created_at: context.app.clock.now(),
  });
}

/**
 * What distinguishes one device from another, in a form that says nothing to its reader. A device has another hash in
 * each brand, so no visitor can be followed from one to the next.
 */
export function deviceHashes(context: VisitorContext, fingerprint: string | undefined) {
  const { keyedHash } = context.app;
  const { brandId, ip } = context;
  const network = networkOf(ip);
  return {
    device: fingerprint ? keyedHash('device', `${brandId} ${fingerprint}`) : null,
    network: keyedHash('network', `${brandId} ${network}`),
    // Two phones of one make look alike, so a device is only known again together with its network.
    origin: fingerprint ? keyedHash('origin', `${brandId} ${network} ${fingerprint}`) : null,
  };
}

/** Answers whether it was made. It is not where the address or the tracker id is taken, also by a faster call. */
async function insertAccount(tx: Tx, account: Insertable<Account>): Promise<boolean> {
  const made = await tx
    .insertInto('account')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

async function insertArrival(tx: Tx, arrival: Insertable<Arrival>): Promise<void> {
  await tx.insertInto('arrival').values(arrival).execute();
}

/** The account with an address, and how it came to be. */
export function findByEmail(db: DbOrTx, brandId: string, email: string) {
  return db
    .selectFrom('account as a')
    .leftJoin('arrival as r', (join) =>
      join.onRef('r.brand_id', '=', 'a.brand_id').onRef('r.account_id', '=', 'a.id'),
    )
    .select(['a.id', 'a.status', 'a.tracker_id', 'a.flow_id', 'a.password_hash', 'a.credentials_version'])
    .select(['a.created_at', 'r.link_id', 'r.attempt_id'])
    .where('a.brand_id', '=', brandId)
    .where('a.email', '=', email)
    .executeTakeFirst();
}

export type Owner = NonNullable<Awaited<ReturnType<typeof findByEmail>>>;
