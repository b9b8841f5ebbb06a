import {
  CompactEncrypt,
  compactDecrypt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
} from 'jose';
import { expect, test } from 'vitest';
import { importEcKey, makeEcKeys, openCompact, sealCompact } from './jwe.ts';

const texts = ['', '{}', 'Perché no? 🙂', 'a'.repeat(100_000)];

test.each(texts)('what is sealed here opens with any library of the standard', async (text) => {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256' });
  const jwe = await sealCompact(text, await importEcKey(await exportJWK(publicKey)), 'k1');
  const { plaintext, protectedHeader } = await compactDecrypt(jwe, privateKey);
  expect(new TextDecoder().decode(plaintext)).toBe(text);
  expect(protectedHeader).toMatchObject({ alg: 'ECDH-ES', enc: 'A256GCM', kid: 'k1' });
});

test.each(texts)('what any library of the standard has sealed opens here', async (text) => {
  const { privateKey, publicJwk } = await makeEcKeys();
  const sealed = new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader({
    alg: 'ECDH-ES',
    enc: 'A256GCM',
  });
  // Both sides may put their names into the agreement.
  sealed.setKeyManagementParameters({ apu: new Uint8Array([1, 2, 3]), apv: new Uint8Array([4]) });
  const jwe = await sealed.encrypt(await importJWK({ kty: 'EC', ...publicJwk }, 'ECDH-ES'));
  expect(await openCompact(jwe, () => privateKey)).toBe(text);
});

test('a private key is read from JSON', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
  const jwe = await sealCompact('Ciao', await importEcKey(await exportJWK(publicKey)));
  expect(await openCompact(jwe, async () => importEcKey(await exportJWK(privateKey)))).toBe('Ciao');
});

test('every seal has a key pair of its own', async () => {
  const { publicJwk } = await makeEcKeys();
  const key = await importEcKey(publicJwk);
  const [one, other] = await Promise.all([sealCompact('Ciao', key), sealCompact('Ciao', key)]);
  expect(decodeProtectedHeader(one)['epk']).not.toEqual(decodeProtectedHeader(other)['epk']);
});

test('a seal that is cut, lengthened or of another kind does not open', async () => {
  const { privateKey, publicJwk } = await makeEcKeys();
  const jwe = await sealCompact('Ciao', await importEcKey(publicJwk));
  const [head = '', , iv, text, tag = ''] = jwe.split('.');
  const header = decodeProtectedHeader(jwe);
  const withHeader = (changed: object) =>
    `${Buffer.from(JSON.stringify({ ...header, ...changed })).toString('base64url')}..${iv}.${text}.${tag}`;
  const wrong = [
    '',
    'a.b.c',
    `${jwe}.`,
    `${head}..${iv}.${text}.${tag.slice(0, 8)}`,
    `${head}.AAAA.${iv}.${text}.${tag}`,
    withHeader({ alg: 'dir' }),
    withHeader({ enc: 'A128GCM' }),
    withHeader({ zip: 'DEF' }),
    withHeader({ crit: ['exp'] }),
    withHeader({ kid: 'another' }),
    withHeader({ epk: undefined }),
    // No point of the curve.
    withHeader({ epk: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) } }),
  ];
  const opened = await Promise.allSettled(wrong.map(async (bad) => openCompact(bad, () => privateKey)));
  expect(opened.map(({ status }) => status)).toEqual(wrong.map(() => 'rejected'));
  expect(await openCompact(jwe, () => privateKey)).toBe('Ciao');
});

test('a browser without its own base64 seals and opens as well', async () => {
  const { toBase64 } = Uint8Array.prototype;
  const { fromBase64 } = Uint8Array;
  Reflect.deleteProperty(Uint8Array.prototype, 'toBase64');
  Reflect.deleteProperty(Uint8Array, 'fromBase64');
  try {
    const { privateKey, publicJwk } = await makeEcKeys();
    const text = 'Perché no? 🙂'.repeat(10_000);
    const jwe = await sealCompact(text, await importEcKey(publicJwk));
    expect(await openCompact(jwe, () => privateKey)).toBe(text);
  } finally {
    Object.assign(Uint8Array.prototype, { toBase64 });
    Object.assign(Uint8Array, { fromBase64 });
  }
});
