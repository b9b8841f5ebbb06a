import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeHtml } from '#contract/kernel/text.ts';
import { propertyRuns } from '#testing/long-runs.ts';
import { plainTextOf, sanitiseHtml } from './system-messages.ts';

test.for([
  ['<p>Ciao <b>Anna</b></p>', '<p>Ciao <b>Anna</b></p>'],
  ['<P CLASS="x" onclick=alert(1)>Ciao</P>', '<p>Ciao</p>'],
  ['Ciao<script>alert(1)</script>!', 'Ciao!'],
  ['<script>alert(1)', ''],
  ['<style>p{}</style><svg><p>x</p></svg>y', 'y'],
  ['<!-- <p> -->x', 'x'],
  ['<img src=x onerror=alert(1)>x', 'x'],
  ['<b><i>x</b>y</i>', '<b><i>x</i></b>y'],
  ['<ul><li>uno<li>due', '<ul><li>uno</li><li>due</li></ul>'],
  ['</p>x<br/>y', '<p></p>x<br />y'],
  ['2 < 3 && "x" &amp; &euro; &bogus', '2 &lt; 3 &amp;&amp; "x" &amp; € &amp;bogus'],
  ['<a href="/find">x</a>', '<a href="/find">x</a>'],
  [
    "<a target=_blank href='https://example.com/?a=1&b=2'>x</a>",
    '<a href="https://example.com/?a=1&amp;b=2">x</a>',
  ],
  ['<a href="mailto:a@b.example">x</a>', '<a href="mailto:a@b.example">x</a>'],
  ['<a href="javascript:alert(1)">x</a>', 'x'],
  ['<a href="//evil.example">x</a>', 'x'],
  ['<a href="/\\evil.example">x</a>', 'x'],
  ['<a href="java&#115;cript:alert(1)">x</a>', 'x'],
  ['<a data-href="/a">x</a>', 'x'],
  ['<scr<script>ipt>alert(1)</script>', 'ipt&gt;alert(1)'],
] as const)('%s', ([html, clean]) => {
  expect(sanitiseHtml(html)).toBe(clean);
});

test('whatever comes in, only harmless tags come out, each closed, and doing it again keeps the words', () => {
  const part = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom('<p>', '</p>', '<b', '>', '<a href="', '"', "'", '<script>', '</script>', '<!--', '-->'),
    fc.constantFrom('&', '&lt;', '&#60;', '<svg onload=x>', 'javascript:', '<li>', '<br>', '</a>', '/find'),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      const clean = sanitiseHtml(parts.join(''));
      const tags = clean.match(/<[^>]*>?/g) ?? [];
      const harmless =
        /^<(?:\/?(?:p|b|strong|i|em|u|ul|ol|li|a)|br \/|a href="(?:\/|https:\/\/|mailto:)[^"<>]*")>$/;
      for (const tag of tags) expect(tag).toMatch(harmless);
      const opened = tags.filter((tag) => !tag.startsWith('</') && tag !== '<br />').length;
      expect(tags.filter((tag) => tag.startsWith('</'))).toHaveLength(opened);
      expect(plainTextOf(sanitiseHtml(clean))).toBe(plainTextOf(clean));
    }),
    {
      ...propertyRuns(2_000, 50_000),
      examples: [
        [['<a href="', '"', '<p>', '</a>', '<li>']],
        [['<p>', '<a href="', '<a href="', '<p>', '&', '<p>', '!']],
      ],
    },
  );
});

test('words are escaped whole, and read back as they were', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const escaped = escapeHtml(text);
      const words = text
        .replaceAll('\u00a0', ' ')
        .replace(/\n{2,}/g, '\n')
        .trim();
      expect(sanitiseHtml(escaped)).not.toContain('<');
      expect(plainTextOf(sanitiseHtml(escaped))).toBe(words);
    }),
  );
  expect(plainTextOf('<p>uno &amp; due</p><ul><li>tre</li></ul>x<br />y')).toBe('uno & due\ntre\nx\ny');
});
