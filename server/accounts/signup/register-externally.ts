import { externalClaims } from '#contract/account/sign-up.ts';
import type { ExternalClaims, SignedUp, registerExternally as endpoint } from '#contract/account/sign-up.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import { Failure, fail } from '#contract/kernel/errors.ts';
import type { VisitorContext } from '#server/app.ts';
import { transact } from '#server/platform/database/database.ts';
import { decode } from '#server/platform/http/failures.ts';
import { networkOf } from '#server/platform/network.ts';
import { useLinkOnce } from '#server/platform/security/links.ts';
import type { Link } from '#server/platform/security/links.ts';
import { checkEmail, refuseDisposable } from '../email-address.ts';
import { createMember, describeSignUp, findByEmail } from './create-member.ts';
import type { ArrivalClaims, Owner } from './create-member.ts';
import { countAttempt, sendElsewhere, realPlace, signInAgain } from './guard-sign-up.ts';

/**
 * Signs a visitor up from a partner's mail. The terms are asked for on the next screen. A partner can make an account,
 * and never get into one that was there before.
 */
export async function registerExternally(
  context: VisitorContext,
  { member }: InputOf<typeof endpoint>,
): Promise<{ result: SignedUp }> {
  const { links } = context.app;
  const { brand, brandId } = context;
  const { partners } = brand.settings;
  const link = await links.open(member.linkToken, { purpose: 'external', brandId, partners });
  const given = readClaims(link);
  const email = checkEmail(given.email);
  refuseDisposable(email);
  const claims: ArrivalClaims = { ...member, source: given.source ?? member.source };
  sendElsewhere(context, 'external', claims);
  const result = await countAttempt(context, member.fingerprint, () =>
    signUp(context, link, { ...given, email, claims }),
  );
  return { result };
}

/** Sealed by a partner, but still written by a third party. */
function readClaims({ data }: Link): ExternalClaims {
  try {
    return decode(externalClaims, data);
  } catch {
    return fail('link.invalid');
  }
}

async function signUp(
  context: VisitorContext,
  link: Link,
  { email, password, region, city, claims }: ExternalClaims & { claims: ArrivalClaims },
): Promise<SignedUp> {
  const { db } = context.app;
  const { brandId } = context;
  const owner = await findByEmail(db, brandId, email);
  if (owner) return signInAgain(context, owner, { same: isMadeBy(owner, link), method: 'link' });
  const place = await realPlace(context, { region, city });
  const passwordHash =
    password === undefined ? null : await context.app.passwords.hash(password, networkOf(context.ip));
  try {
    const made = await transact(db, async (tx) => {
      await useLinkOnce(tx, brandId, link);
      return createMember(context, tx, {
        email,
        emailConfirmed: false,
        passwordHash,
        gender: 'male',
        seeks: 'female',
        age: null,
        ...place,
        way: 'external',
        // The holder of the partner's mail gets this far, which proves nothing more.
        method: 'link',
        linkId: link.id,
        claims,
        consents: { terms: false, adult: false, newsletter: false },
      });
    });
    return await describeSignUp(context, made);
  } catch (error) {
    // Mail programs open links before people do, so the same link may well come twice at once.
    if (!(error instanceof Failure)) throw error;
    const faster = await findByEmail(db, brandId, email);
    if (!faster) throw error;
    return signInAgain(context, faster, { same: isMadeBy(faster, link), method: 'link' });
  }
}

/** Once the owner has chosen a password or another address, the partner's link opens nothing any more. */
function isMadeBy(owner: Owner, link: Link): boolean {
  return owner.link_id === link.id && owner.credentials_version === 0;
}
