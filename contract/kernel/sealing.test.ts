import { exportJWK, generateKeyPair } from 'jose';
import { expect, test } from 'vitest';
import { decodeReplyKey, importSealingKey, makeReplyKey, publicKey, seal, unseal } from './sealing.ts';

async function keyPair() {
  const { publicKey: pub, privateKey } = await generateKeyPair('ECDH-ES', {
    crv: 'P-256',
    extractable: true,
  });
  return { pub: await importSealingKey(await exportJWK(pub)), privateKey };
}

test('what is sealed to a key is opened by its other half alone', async () => {
  const mine = await keyPair();
  const theirs = await keyPair();
  const jwe = await seal({ email: 'a@b.it', eta: 40 }, mine.pub, 'k1');
  expect(await unseal(jwe, (kid) => (expect(kid).toBe('k1'), mine.privateKey))).toEqual({
    email: 'a@b.it',
    eta: 40,
  });
  await expect(unseal(jwe, () => theirs.privateKey)).rejects.toThrow(/decryption|unwrap|operation/i);
});

test('a seal with one letter changed does not open', async () => {
  const { pub, privateKey } = await keyPair();
  const jwe = await seal({ a: 1 }, pub);
  for (const at of [jwe.lastIndexOf('.') - 3, jwe.length - 8]) {
    const changed = jwe.slice(0, at) + (jwe[at] === 'A' ? 'B' : 'A') + jwe.slice(at + 1);
    await expect(unseal(changed, () => privateKey)).rejects.toThrow(/decryption|unwrap|operation/i);
  }
});

test('a browser’s reply key survives its header', async () => {
  const { privateKey, header } = await makeReplyKey();
  const jwk = decodeReplyKey(header);
  expect(publicKey.safeParse(jwk).success).toBe(true);
  const jwe = await seal({ verify: true }, await importSealingKey(jwk!));
  expect(await unseal(jwe, () => privateKey)).toEqual({ verify: true });
});

test('anything but a P-256 public key is no reply key', () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  expect(decodeReplyKey('???')).toBeUndefined();
  expect(decodeReplyKey(encode({ kty: 'oct', k: 'abc' }))).toBeUndefined();
  expect(decodeReplyKey(encode({ kty: 'EC', crv: 'P-521', x: 'a', y: 'b' }))).toBeUndefined();
  expect(decodeReplyKey('a'.repeat(600))).toBeUndefined();
});
