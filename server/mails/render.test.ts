import { expect, test } from 'vitest';
import { brandSettings } from '#contract/brand/brand.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { deriveTheme } from '#contract/theme/theme.ts';
import { renderMail } from './render.ts';
import { sampleMails } from './samples.ts';
import { mailTemplates } from './templates.ts';
import type { MailTemplate, ReadableData } from './templates.ts';

const everywhere = (text: string) => ({ it: text, es: text, en: text, fr: text });

const settings = brandSettings.parse({
  key: 'lunaria',
  hostnames: ['lunaria.example'],
  title: 'Lunaria & Söhne',
  tagline: everywhere('x'),
  description: everywhere('x'),
  year: 2026,
  country: 'it',
  logo: '<svg></svg>',
  company: { name: 'Lunaria <Demo> S.r.l.', address: 'Via Roma 1, 20121 Milano', vat: 'IT01234567890' },
  support: { email: 'aiuto@lunaria.example', phone: '+39 02 1234567' },
  domain: 'lunaria.example',
  theme: {
    primary: '#e8713f',
    accent: '#c76b7e',
    ink: '#2a1726',
    paper: '#fdf8f1',
    radius: 20,
    headingFont: 'Fraunces',
    textFont: 'Figtree',
    portraitShape: 'arch',
    hero: 'dusk',
  },
  payment: { descriptor: 'LUNARIA', company: 'Lunaria' },
  photos: {},
  demo: true,
});
const brand = { settings, theme: deriveTheme(settings.theme), words: {} };

const link = 'https://lunaria.example/confirmEmail?token=a&b=%22c';
const cases = mailTemplates.flatMap((template) => LANGUAGES.map((language) => ({ template, language })));

test.each(cases)('$template in $language is complete', ({ template, language }) => {
  const data: ReadableData<MailTemplate> = sampleMails(language, link)[template];
  const { subject, html, text } = renderMail({ brand, language, template, data });
  expect(subject).toContain('Lunaria & Söhne');
  expect(html).toContain(`<html lang="${language}">`);
  expect(html).toContain('Lunaria &lt;Demo&gt; S.r.l. · Via Roma 1, 20121 Milano');
  for (const fact of ['IT01234567890', 'aiuto@lunaria.example', '+39 02 1234567']) {
    expect(html).toContain(fact);
    expect(text).toContain(fact);
  }
  expect(text).toContain('Lunaria <Demo> S.r.l.');
  expect(`${subject}${html}${text}`).not.toMatch(/\{\w+\}|undefined|\[object/);
  // One that signs in is behind the button alone.
  const personal = ['new_message', 'new_reactions', 'notice'].includes(template);
  const links = 'link' in data ? (personal ? 1 : 2) : 0;
  expect(html.split('href="https://lunaria.example/confirmEmail?token=a&amp;b=%22c"')).toHaveLength(
    links + 1,
  );
  expect(text.includes(link)).toBe(links > 0);
});

test('typed text is shown and never obeyed', () => {
  const message = '<script>alert(1)</script>\r\n"><img src=x onerror=alert(1)>\u202e\0';
  const from = "x' onclick='y@example.com\r\nBcc: all@example.com";
  const { subject, html, text } = renderMail({
    brand,
    language: 'en',
    template: 'contact_received',
    data: { from, message, number: 10_042, link },
  });
  expect(html).not.toMatch(/<script|<img|\0|\u202e|onclick='/);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;\n&quot;&gt;&lt;img src=x');
  expect(subject).toBe(
    "[#10042] Message from x' onclick='y@example.com Bcc: all@example.com · Lunaria & Söhne",
  );
  expect(text).toContain('> <script>alert(1)</script>\n> ">');
});

test('a name cannot become a link in the mail of a stranger', () => {
  const name = 'Win at http://evil.example/now or me@evil.example. <b>Now</b>';
  const data = { link, screenName: name };
  const { html, text } = renderMail({ brand, language: 'it', template: 'confirm_email', data });
  for (const part of [html, text]) expect(part).not.toMatch(/evil\.example|:\/\/evil|me@evil/);
  expect(text).toContain(
    'Ti diamo il benvenuto, Win at http evil example now or me evil example. <b>Now< b>',
  );
  expect(html).toContain('&lt;b&gt;Now&lt; b&gt;');
});

test('only web addresses become links', () => {
  for (const wrong of ['javascript:alert(1)', 'data:text/html,x', '/relative', 'https://', '']) {
    expect(() => renderMail({ brand, language: 'en', template: 'autologin', data: { link: wrong } })).toThrow(
      'Invalid',
    );
  }
});

test('a subject has an end', () => {
  const data = { from: '🌙'.repeat(500), message: 'x', number: 10_042, link };
  const { subject } = renderMail({ brand, language: 'en', template: 'contact_received', data });
  expect(subject.length).toBeLessThanOrEqual(200);
  expect(subject.isWellFormed()).toBe(true);
});

test('the link to unsubscribe is recognised by its sender, and by no one else', () => {
  const unsubscribeLink = "https://lunaria.example/unsubscribe?token=a'b&c=1";
  const data = { link, screenName: 'Marco' };
  const withWay = renderMail({
    brand,
    language: 'fr',
    template: 'confirm_email',
    data: { ...data, unsubscribeLink },
  });
  expect(withWay.unsubscribeLink).toBe(new URL(unsubscribeLink).href);
  expect(withWay.text).toContain(`Ne plus recevoir ces e-mails: ${new URL(unsubscribeLink).href}`);
  const screenName = '<a class="muted" data-unsubscribe href="https://evil.example">';
  const without = renderMail({
    brand,
    language: 'fr',
    template: 'confirm_email',
    data: { link, screenName },
  });
  expect(without.unsubscribeLink).toBeUndefined();
});

test('a demo says that it is one', () => {
  const mail = { language: 'es', template: 'autologin', data: { link } } as const;
  expect(renderMail({ brand, ...mail }).text).toContain('demostración');
  expect(
    renderMail({ brand: { ...brand, settings: { ...settings, demo: false } }, ...mail }).text,
  ).not.toContain('demostración');
});
