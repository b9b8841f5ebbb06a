import { expect, test } from 'vitest';
import { previewDocument } from './preview-document.ts';

test("a mail's own styles carry the page's nonce, and nothing else does", () => {
  const html =
    '<STYLE>p{}</STYLE><style type="text/css">a{}</style><script>x</script><p style="color:red">styled</p>';
  expect(previewDocument(html, 'n0nce')).toBe(
    '<style nonce="n0nce">p{}</STYLE><style nonce="n0nce" type="text/css">a{}</style><script>x</script><p style="color:red">styled</p>',
  );
});

test('without a policy there is nothing to pass', () => {
  expect(previewDocument('<style>p{}</style>', undefined)).toBe('<style>p{}</style>');
});
