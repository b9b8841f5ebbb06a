import { expect, test } from 'vitest';
import { z } from 'zod';
import { sampleBoot } from '#client/testing/sample-boot.ts';
import { boot } from '#contract/brand/boot.ts';
import type { Landing } from '#contract/brand/landing.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { preparedPath, render } from './entry-server.tsx';
import type { PageData } from './shell/page-data.ts';

const emptyPage: PageData = { availablePeople: null, reviews: null, legal: null, trust: null };
const review = {
  name: 'Paolo',
  gender: 'male',
  age: 52,
  text: 'Senza fretta.',
  stars: 5,
  demo: true,
  answer: null,
} as const;

function page(url: string, pageData: PageData = emptyPage, language: Language = 'it') {
  return render({ boot: z.encode(boot, sampleBoot()), pageData, url, language });
}

test('the landing can be read before any script runs', async () => {
  const { html, title, status } = await page('/', {
    availablePeople: 1284,
    reviews: { reviews: [review], total: 312, average: 4.6 },
    legal: null,
    trust: null,
  });
  expect(status).toBe(200);
  expect(title).toBe('Incontri e conversazioni · Lunaria');
  expect(html).toContain('Una sera, una voce gentile.');
  expect(html).toContain('1.284 profili');
  expect(html).toContain('Senza fretta.');
  expect(html).toContain('Recensione dimostrativa');
  expect(html).toContain('media di 312 recensioni');
  expect(html).toContain('/legal/privacy');
});

test('a landing of a campaign has its own words, pictures, first question and blocks', async () => {
  const ms = {
    headline: 'Stasera, vicino a te.',
    lead: 'Dicci dove sei.',
    pictures: ['/brand-pictures/lunaria/3.webp'],
    steps: ['place', 'who', 'account'],
    blocks: ['people', 'reviews'],
  } satisfies Landing;
  const data = { ...emptyPage, availablePeople: 1284, reviews: { reviews: [review], total: 1, average: 5 } };
  const varied = z.encode(boot, sampleBoot(undefined, { landings: { ms } }));
  const show = (url: string) => render({ boot: varied, pageData: data, url, language: 'it' });
  const { html, indexed } = await show('/ms');
  expect(indexed).toBe(false);
  expect(html).toContain('Stasera, vicino a te.');
  expect(html).toContain('/brand-pictures/lunaria/3.webp');
  expect(html).toContain('Dove vivi');
  expect(html).not.toContain('Cominciamo da te');
  expect(html).toContain('Senza fretta.');
  expect(html).toContain('1.284 profili');
  expect(html).not.toContain('Un posto in cui stare bene');
  // The other landings are as the brand has them.
  const other = await show('/signup');
  expect(other.html).toContain('Una sera, una voce gentile.');
  expect(other.html).toContain('Cominciamo da te');
  expect(other.html).not.toContain('Senza fretta.');
});

test('it has no script and no style of its own, which the page policy would refuse', async () => {
  const { html } = await page('/');
  expect(html).not.toMatch(/<script|<style|<template/);
});

test('a handful of people is not counted, and without reviews there is no block', async () => {
  const { html } = await page('/', {
    ...emptyPage,
    availablePeople: 9,
    reviews: { reviews: [], total: 0, average: null },
  });
  expect(html).not.toContain('persone da conoscere');
  expect(html).not.toContain('media di');
});

test('a text that people must accept is there before any script runs, and only on its own page', async () => {
  const legal = {
    page: 'terms' as const,
    versions: ['2026-11-17'],
    html: '<section><h2 id="billingPolicy">Pagamenti</h2></section>',
  };
  const terms = await page('/legal/terms', { ...emptyPage, legal });
  expect(terms.html).toContain(legal.html);
  expect((await page('/legal/faq', { ...emptyPage, legal })).html).not.toContain(legal.html);
});

test('a page for members is a frame in the shape of what is coming, which says nothing about a person', async () => {
  const titles = {
    '/chats': 'Messaggi',
    '/profile': 'Il tuo profilo',
    '/match': 'Incontri',
    '/vip_plan/cred': 'Piani e crediti',
  };
  const frames = await Promise.all(
    Object.entries(titles).map(async ([path, title]) => {
      const frame = await page(preparedPath(path));
      expect(frame).toMatchObject({ title: `${title} · Lunaria`, status: 200 });
      expect(frame.html).not.toContain('password');
      return frame.html.replace(/data-page="[^"]*"/, '');
    }),
  );
  expect(new Set(frames).size).toBe(frames.length);
});

test('the frame is the same for every person it is about; addresses that do not exist share one', () => {
  expect(preparedPath('/user/1')).toBe(preparedPath('/user/2'));
  expect(preparedPath('/chats/1')).not.toBe(preparedPath('/chats'));
  expect(preparedPath('/nowhere')).toBe(preparedPath('/else/where'));
  expect(preparedPath('/find')).toBe('/find');
});

test('an address that does not exist says so, in the words of the site', async () => {
  const { status, title, html, indexed } = await page(preparedPath('/nowhere'));
  expect({ status, indexed, title }).toEqual({
    status: 404,
    indexed: false,
    title: 'Pagina non trovata · Lunaria',
  });
  expect(html).toContain('Questa pagina non c’è');
});

test.each(LANGUAGES)('speaks %s', async (language) => {
  const { html, head, title } = await page('/contactUs', emptyPage, language);
  const words = { it: 'Contatti', es: 'Contacto', en: 'Contact', fr: 'Nous contacter' };
  expect(title).toBe(`${words[language]} · Lunaria`);
  expect(html).toContain(`>${words[language]}</h1>`);
  expect(head).toContain(`"language":"${language}"`);
});

test('what a brand writes can not break out of the page', async () => {
  const wicked = sampleBoot();
  wicked.brand.title = '</script><script>alert(1)</script>';
  const { head, html } = await render({
    boot: z.encode(boot, wicked),
    pageData: emptyPage,
    url: '/',
    language: 'it',
  });
  expect(head).not.toContain('<script>alert');
  expect(html).not.toContain('<script>');
});
