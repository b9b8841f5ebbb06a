import { expect, test } from 'vitest';
import { withNonce } from './mail-styles.ts';

test("a mail's own styles carry the page's nonce, and nothing else does", () => {
  const html =
    '<STYLE>p{}</STYLE><style type="text/css">a{}</style><script>x</script><p style="color:red">styled</p>';
  expect(withNonce(html, 'n0nce')).toBe(
    '<style nonce="n0nce">p{}</STYLE><style nonce="n0nce" type="text/css">a{}</style><script>x</script><p style="color:red">styled</p>',
  );
});

test('without a policy there is nothing to pass', () => {
  expect(withNonce('<style>p{}</style>', undefined)).toBe('<style>p{}</style>');
});
