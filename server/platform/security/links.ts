import { EncryptJWT, jwtDecrypt } from 'jose';
import { z } from 'zod';
import { fail } from '#contract/kernel/errors.ts';
import type { Clock } from '../clock.ts';
import type { DbOrTx } from '../database/database.ts';
import { newId } from '../ids.ts';
import type { Secrets } from './secrets.ts';

/** What a sealed token may be for. One made for one purpose is worthless for any other. */
export const linkPurposes = [
  'reset',
  'confirm',
  'autologin',
  'unsubscribe',
  'appeal',
  'ticket',
  'external',
  'google',
  'passkey',
  'staff_invitation',
  'owner_invitation',
  'walk',
  'staff_totp',
] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

export interface Link {
  id: string;
  /** Whom it is for, usually an account. */
  subject: string;
  expiresAt: Date;
  data: Record<string, unknown>;
}

interface NewLink {
  /** Where it is one with others that were made under this id. */
  id?: string;
  purpose: LinkPurpose;
  brandId: string;
  subject: string;
  /** Milliseconds. */
  validFor: number;
  data?: Record<string, unknown>;
  /** Whose key seals it, where that is not ours alone. */
  partner?: string;
}

interface LinkToOpen {
  purpose: LinkPurpose;
  brandId: string;
  /** The partners whose keys are accepted. */
  partners?: readonly string[];
}

/** Tokens that only the server can make and read. Any bit changed makes them worthless. */
export interface Links {
  make(link: NewLink): Promise<string>;
  /** Fails with `link.invalid` on anything that is not intact, in time, and meant for this. */
  open(token: string, expected: LinkToOpen): Promise<Link>;
  /** The key that a partner makes links with, to be handed over once. */
  partnerKey(brandId: string, partner: string): Buffer;
}

const ALGORITHM = 'dir';
const CIPHER = 'A256GCM';
const LONGEST = 4_096;

const claims = z.object({
  aud: z.string(),
  sub: z.string().max(320),
  jti: z.uuid(),
  exp: z.number(),
  purpose: z.enum(linkPurposes),
  data: z.record(z.string(), z.unknown()).optional(),
});

export function createLinks({ secrets, clock }: { secrets: Secrets; clock: Clock }): Links {
  const partnerKey = (brandId: string, partner: string) => secrets.keyFor(`partner ${brandId} ${partner}`);
  const keyOf = (purpose: LinkPurpose, brandId: string, partner: string | undefined) =>
    partner === undefined ? secrets.keyFor(`link ${purpose}`) : partnerKey(brandId, partner);

  async function read(token: string, { purpose, brandId, partners }: LinkToOpen) {
    const { payload } = await jwtDecrypt(
      token,
      ({ kid }) => {
        if (partners === undefined) return keyOf(purpose, brandId, undefined);
        if (typeof kid !== 'string' || !partners.includes(kid)) throw new Error('no such partner');
        return keyOf(purpose, brandId, kid);
      },
      {
        keyManagementAlgorithms: [ALGORITHM],
        contentEncryptionAlgorithms: [CIPHER],
        audience: brandId,
        currentDate: clock.now(),
        requiredClaims: ['exp', 'sub', 'jti'],
      },
    );
    const known = claims.parse(payload);
    if (known.purpose !== purpose) throw new Error('made for something else');
    return known;
  }

  return {
    partnerKey,
    make({ id = newId(), purpose, brandId, subject, validFor, data, partner }) {
      const now = clock.now().getTime();
      return new EncryptJWT({ purpose, ...(data && { data }) })
        .setProtectedHeader({ alg: ALGORITHM, enc: CIPHER, ...(partner && { kid: partner }) })
        .setAudience(brandId)
        .setSubject(subject)
        .setJti(id)
        .setExpirationTime(new Date(now + validFor))
        .encrypt(keyOf(purpose, brandId, partner));
    },
    async open(token, expected) {
      if (token.length > LONGEST || !isCanonical(token)) fail('link.invalid');
      const known = await read(token, expected).catch(() => fail('link.invalid'));
      return {
        id: known.jti,
        subject: known.sub,
        expiresAt: new Date(known.exp * 1_000),
        data: known.data ?? {},
      };
    },
  };
}

/** Base64url leaves unused bits at the end of a part; a token spelled with other ones is not the one we made. */
function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}

/** Marks a link as used, in the caller's transaction. Of many who try at once, one succeeds. */
export async function useLinkOnce(tx: DbOrTx, brandId: string, link: Link): Promise<void> {
  if (!(await tryUseOnce(tx, brandId, link))) fail('link.invalid');
}

/** The same for whatever is good once. Says whether this was the first time. */
export async function tryUseOnce(
  tx: DbOrTx,
  brandId: string,
  { id, expiresAt }: Pick<Link, 'id' | 'expiresAt'>,
): Promise<boolean> {
  const marked = await tx
    .insertInto('link_use')
    .values({ brand_id: brandId, id, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** Whether a link that is good once is still good, for a page that only wants to look. */
export async function isLinkUsed(db: DbOrTx, brandId: string, { id }: Link): Promise<boolean> {
  const row = await db
    .selectFrom('link_use')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
