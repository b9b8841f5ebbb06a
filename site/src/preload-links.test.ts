import { expect, test } from 'vitest';
import { preloadLinks } from './entry-server.tsx';

const manifest = {
  'index.html': { file: 'assets/index.js', imports: ['_vendor.js'] },
  '_vendor.js': { file: 'assets/vendor.js' },
  '_card.js': { file: 'assets/card.js', imports: ['_vendor.js'] },
  'src/home.tsx': { file: 'assets/home.js', imports: ['_card.js', '_vendor.js', 'index.html'] },
};

test('links what a screen needs and the page does not link already, each once', () => {
  const links = preloadLinks(manifest, ['src/home.tsx', 'src/home.tsx']);
  expect(links.match(/href="[^"]+"/g)).toEqual(['href="/assets/home.js"', 'href="/assets/card.js"']);
});

test('links nothing that was not built', () => {
  expect(preloadLinks({}, ['src/home.tsx'])).toBe('');
});
