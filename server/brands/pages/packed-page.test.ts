import { createHash } from 'node:crypto';
import { crc32, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packAround } from './packed-page.ts';

/** Letters that cannot be packed, so that they become blocks as they are. */
const noise = Array.from({ length: 4_000 }, (_, index) =>
  createHash('sha256').update(String(index)).digest('base64'),
).join('');

const nonces = ['abcdefghijklmnopqrstuv', 'ZYXWVUTSRQPONMLKJIHGF_'];

test.each([
  ['between texts', ['<p>Perché no? 🌙</p><script nonce="', '">1</script><script nonce="', '">2</script>']],
  ['at its beginning and its end', ['', '<p>…</p>', '']],
  ['side by side', ['<a>', '', '', '</a>']],
  ['nowhere', ['<p>nothing to hide</p>']],
  ['far apart in what cannot be packed', [noise, noise, noise.slice(0, 70_000)]],
])('a packed page has its nonces %s', async (_, pieces) => {
  const { bytes, gaps, checksumAt } = await packAround(pieces, 22);
  expect(gaps).toHaveLength(pieces.length - 1);
  for (const nonce of nonces) {
    const page = pieces.join(nonce);
    for (const at of gaps) bytes.write(nonce, at);
    bytes.writeUInt32LE(crc32(page), checksumAt);
    // It looks at checksum and length as well.
    expect(gunzipSync(bytes).toString()).toBe(page);
  }
});
