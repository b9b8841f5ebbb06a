import fc from 'fast-check';
import { EncryptJWT } from 'jose';
import { expect, test } from '#testing/harness.ts';
import { usualOrLong } from '#testing/long-runs.ts';
import { MovableClock } from '#testing/movable-clock.ts';
import { anyText } from '#testing/wire-values.ts';
import { MINUTE } from '../clock.ts';
import { newId } from '../ids.ts';
import { createLinks, isLinkUsed, linkPurposes, useLinkOnce } from './links.ts';
import type { LinkPurpose } from './links.ts';
import { secretsFrom } from './secrets.ts';

const brandId = newId();
const otherBrandId = newId();
const clock = new MovableClock();
const master = Buffer.alloc(32, 1).toString('base64url');
const secrets = secretsFrom(master);
const links = createLinks({ secrets, clock });
const subject = newId();
const data = { email: 'niccolò@test.example', version: 3 };

const make = (purpose: LinkPurpose, partner?: string) =>
  links.make({ purpose, brandId, subject, validFor: MINUTE, data, ...(partner && { partner }) });
const open = (token: string, purpose: LinkPurpose, partners?: string[]) =>
  links.open(token, { purpose, brandId, ...(partners && { partners }) });

/** Neither throws anything else nor opens. */
async function refused(opening: Promise<unknown>): Promise<boolean> {
  const outcome = await opening.then(
    () => 'opened',
    (error: unknown) => error,
  );
  if (outcome === 'opened') return false;
  expect(outcome).toMatchObject({ name: 'Failure', code: 'link.invalid' });
  return true;
}

function withBitFlipped(token: string, bit: number): string {
  const index = Math.floor(bit / 8);
  const flipped = String.fromCharCode(token.charCodeAt(index) ^ (1 << (bit % 8)));
  return token.slice(0, index) + flipped + token.slice(index + 1);
}

const purpose = fc.constantFrom(...linkPurposes);

test.for(linkPurposes)('a link for %s says what it was made with, until it runs out', async (each) => {
  const token = await make(each);
  expect(await open(token, each)).toEqual({
    id: expect.any(String) as string,
    subject,
    expiresAt: new Date(clock.now().getTime() + MINUTE),
    data,
  });
  expect(token).not.toContain(Buffer.from(subject).toString('base64url'));
});

/** All of one link; of the others, which are sealed alike, another bit of each letter. */
function bitsOf(token: string, all: boolean): number[] {
  const bits = Array.from({ length: token.length * 8 }, (_, bit) => bit);
  return all ? bits : bits.filter((bit) => bit % 8 === Math.floor(bit / 8) % 8);
}

test.for(linkPurposes)('a link for %s with any one bit changed is refused', async (each) => {
  const token = await make(each);
  for (const bit of bitsOf(token, usualOrLong(each === linkPurposes[0], true))) {
    const changed = withBitFlipped(token, bit);
    if (!(await refused(open(changed, each)))) expect.fail(`bit ${bit} of ${token}`);
  }
});

test("a partner's link with any one bit changed is refused", async () => {
  const token = await make('external', 'partner');
  expect(await open(token, 'external', ['partner'])).toMatchObject({ subject, data });
  for (const bit of bitsOf(token, true)) {
    const changed = withBitFlipped(token, bit);
    if (!(await refused(open(changed, 'external', ['partner'])))) expect.fail(`bit ${bit} of ${token}`);
  }
});

test('any bytes of any part changed are refused, however they are spelled', async () => {
  const change = fc.tuple(purpose, fc.nat(), fc.nat(), fc.integer({ min: 1, max: 255 }));
  await fc.assert(
    fc.asyncProperty(change, async ([each, where, which, mask]) => {
      const parts = (await make(each)).split('.').map((part) => Buffer.from(part, 'base64url'));
      const filled = parts.filter(({ length }) => length > 0);
      const part = filled[where % filled.length] ?? Buffer.alloc(1);
      part[which % part.length] = (part[which % part.length] ?? 0) ^ mask;
      const changed = parts.map((bytes) => bytes.toString('base64url')).join('.');
      expect(await refused(open(changed, each))).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('a link for one purpose is worthless for every other', async () => {
  for (const made of linkPurposes) {
    const token = await make(made);
    for (const asked of linkPurposes) expect(await refused(open(token, asked))).toBe(asked !== made);
  }
});

test('another brand, another secret and time refuse it', async () => {
  await fc.assert(
    fc.asyncProperty(purpose, fc.uint8Array({ minLength: 32, maxLength: 32 }), async (each, key) => {
      const token = await make(each);
      expect(await refused(links.open(token, { purpose: each, brandId: otherBrandId }))).toBe(true);
      const stranger = secretsFrom(Buffer.from(key).toString('base64url'));
      const theirs = createLinks({ secrets: stranger, clock });
      expect(await refused(theirs.open(token, { purpose: each, brandId }))).toBe(true);
      clock.advance(MINUTE - 1_000);
      await open(token, each);
      clock.advance(1_000);
      expect(await refused(open(token, each))).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test('a partner makes links of their own, and no others', async () => {
  const token = await make('external', 'partner');
  expect(await refused(open(token, 'external'))).toBe(true);
  expect(await refused(open(token, 'external', []))).toBe(true);
  expect(await refused(open(token, 'external', ['somebody']))).toBe(true);
  expect(await refused(open(await make('external'), 'external', ['partner']))).toBe(true);
  const abroad = { purpose: 'external', brandId: otherBrandId, partners: ['partner'] } as const;
  expect(await refused(links.open(token, abroad))).toBe(true);
  // With their own key partners may write anything, but it opens nothing of ours.
  for (const asked of linkPurposes) {
    const forged = await sealWith(links.partnerKey(brandId, 'partner'), { kid: 'partner', claimed: asked });
    expect(await refused(open(forged, asked))).toBe(true);
    expect(await refused(open(forged, 'external', ['partner']))).toBe(asked !== 'external');
    expect(await refused(open(forged, 'external', ['partner', 'other']))).toBe(asked !== 'external');
  }
  const inAnothersName = await sealWith(links.partnerKey(brandId, 'partner'), {
    kid: 'other',
    claimed: 'external',
  });
  expect(await refused(open(inAnothersName, 'external', ['partner', 'other']))).toBe(true);
});

/** As an attacker who holds a key would, without our help. */
function sealWith(
  key: Buffer,
  { kid, claimed, ...claims }: { kid: string; claimed: string; exp?: number; jti?: string },
): Promise<string> {
  const exp = clock.now().getTime() / 1_000 + 60;
  return new EncryptJWT({ purpose: claimed, data, aud: brandId, sub: subject, jti: newId(), exp, ...claims })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid })
    .encrypt(key);
}

test('a link without an end, or without an id, is refused', async () => {
  const key = links.partnerKey(brandId, 'partner');
  const wrong = [{ exp: undefined }, { jti: undefined }, { jti: 'one' }, { exp: 0 }];
  for (const claims of wrong) {
    const token = await sealWith(key, { kid: 'partner', claimed: 'external', ...(claims as object) });
    expect(await refused(open(token, 'external', ['partner']))).toBe(true);
  }
});

test('pieces, pairs and nonsense are refused', async () => {
  await fc.assert(
    fc.asyncProperty(purpose, fc.nat(), anyText(60), async (each, where, text) => {
      const token = await make(each);
      const cut = where % token.length;
      const wrong = [
        token.slice(0, cut),
        token.slice(cut + 1),
        token + token,
        `${token}.${token}`,
        `${token}=`,
        ` ${token}`,
        token + text,
        text,
        `${token.slice(0, cut)}.${token.slice(cut)}`,
      ];
      for (const changed of wrong)
        if (changed !== token) expect(await refused(open(changed, each))).toBe(true);
    }),
    { numRuns: 100 },
  );
  expect(await refused(open('a'.repeat(5_000), 'reset'))).toBe(true);
});

test('of fifty who use a link at once, one succeeds', async ({ db, world }) => {
  const brand = world.brand();
  const token = await links.make({ purpose: 'reset', brandId: brand.id, subject, validFor: MINUTE });
  const link = await links.open(token, { purpose: 'reset', brandId: brand.id });
  expect(await isLinkUsed(db, brand.id, link)).toBe(false);
  const attempts = Array.from({ length: 50 }, () =>
    db.transaction().execute((tx) => useLinkOnce(tx, brand.id, link)),
  );
  const outcomes = await Promise.allSettled(attempts);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await isLinkUsed(db, brand.id, link)).toBe(true);
  expect(await isLinkUsed(db, world.brand('verbena').id, link)).toBe(false);
});

test('a use that was undone does not count', async ({ db, world }) => {
  const brand = world.brand();
  const token = await links.make({ purpose: 'confirm', brandId: brand.id, subject, validFor: MINUTE });
  const link = await links.open(token, { purpose: 'confirm', brandId: brand.id });
  const undone = db.transaction().execute(async (tx) => {
    await useLinkOnce(tx, brand.id, link);
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  await useLinkOnce(db, brand.id, link);
  await expect(useLinkOnce(db, brand.id, link)).rejects.toMatchObject({ code: 'link.invalid' });
});
