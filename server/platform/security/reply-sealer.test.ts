import { decodeProtectedHeader } from 'jose';
import { expect, test } from 'vitest';
import { makeReplyKey, unseal } from '#contract/kernel/sealing.ts';
import { MINUTE } from '../clock.ts';
import { createReplySealer } from './reply-sealer.ts';

function startSealer() {
  let now = 1;
  const sealer = createReplySealer(() => now);
  return {
    advance: (milliseconds: number) => void (now += milliseconds),
    accepts: sealer.accepts,
    seal: (header: string, content: unknown) => String(sealer.seal(header, content)),
  };
}

/** The key that a reply was agreed on with. */
const serverKeyOf = (jwe: string) => (decodeProtectedHeader(jwe)['epk'] as { x: string }).x;

test('a browser opens what was sealed to its key, whatever it says', async () => {
  const { seal } = startSealer();
  const { header, privateKey } = await makeReplyKey();
  for (const content of [{}, [], 'È vero: «sì» 🙂', { long: 'x'.repeat(100_000) }, null])
    expect(await unseal(seal(header, content), () => privateKey)).toEqual(content);
});

test('no other browser opens it, and not a letter of it can be changed', async () => {
  const { seal } = startSealer();
  const [anna, bruno] = [await makeReplyKey(), await makeReplyKey()];
  const sealed = seal(anna.header, { for: 'Anna' });
  await expect(unseal(sealed, () => bruno.privateKey)).rejects.toThrow(Error);
  for (const [index, part] of sealed.split('.').entries()) {
    if (part === '') continue;
    const parts = sealed.split('.');
    parts[index] = `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}`;
    await expect(unseal(parts.join('.'), () => anna.privateKey)).rejects.toThrow(Error);
  }
});

test('two replies to one key have nothing in common but what they were agreed on with', async () => {
  const { seal } = startSealer();
  const { header } = await makeReplyKey();
  const [one, other] = [seal(header, { same: true }), seal(header, { same: true })];
  expect(serverKeyOf(one)).toBe(serverKeyOf(other));
  expect(decodeProtectedHeader(one)['apu']).not.toBe(decodeProtectedHeader(other)['apu']);
  const [, , iv, text, tag] = one.split('.');
  for (const part of [iv, text, tag]) expect(other.split('.')).not.toContain(part);
});

test('an agreement lasts ten minutes, however often it is used, and belongs to one browser', async () => {
  const { seal, advance } = startSealer();
  const [anna, bruno] = [await makeReplyKey(), await makeReplyKey()];
  const first = seal(anna.header, {});
  expect(serverKeyOf(seal(bruno.header, {}))).not.toBe(serverKeyOf(first));
  for (let minute = 0; minute < 9; minute += 1) {
    advance(MINUTE);
    expect(serverKeyOf(seal(anna.header, {}))).toBe(serverKeyOf(first));
  }
  advance(2 * MINUTE);
  const later = seal(anna.header, { later: true });
  expect(serverKeyOf(later)).not.toBe(serverKeyOf(first));
  expect(await unseal(later, () => anna.privateKey)).toEqual({ later: true });
});

test('what is no key, or no point of the curve, is not accepted', async () => {
  const { accepts } = startSealer();
  const { header } = await makeReplyKey();
  expect(accepts(header)).toBe(true);
  const key = JSON.parse(atob(header)) as Record<string, string>;
  const encode = (changed: object) => btoa(JSON.stringify({ ...key, ...changed }));
  for (const strange of [{ x: 'A'.repeat(43) }, { y: key['x'] }, { crv: 'P-384' }, { kty: 'OKP' }])
    expect(accepts(encode(strange))).toBe(false);
  expect(accepts('nonsense')).toBe(false);
  expect(accepts('')).toBe(false);
});
