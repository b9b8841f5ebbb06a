import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { sampleBoot } from '#client/testing/sample-boot.ts';
import {
  type ServedCall,
  answer,
  resetConsole,
  serveCalls,
  showPage,
  signedInAs,
} from '#console/testing/console-page.tsx';
import * as editing from '#contract/staff/brand-editing.ts';
import * as making from '#contract/staff/brand-making.ts';
import { previewBrand } from '#contract/staff/brand-preview.ts';
import { Brand } from './brand.tsx';
import { Brands } from './brands.tsx';

const theme = {
  primary: '#e8713f',
  accent: '#c76b7e',
  ink: '#2a1726',
  paper: '#fdf8f1',
  radius: 20,
  headingFont: 'Fraunces',
  textFont: 'Figtree',
  portraitShape: 'arch',
  hero: 'dusk',
} as const;

beforeEach(resetConsole);
afterEach(() => vi.unstubAllGlobals());

const routes = [
  { path: '/brands', element: <Brands /> },
  { path: '/brands/:brand/:tab', element: <Brand /> },
];

/** A brand of which nothing is published, with this for its draft. */
function drafted(content: Record<string, unknown>, saved: unknown[]): ServedCall[] {
  const state = {
    part: 'brand',
    kind: 'brand' as const,
    name: 'Aurora',
    live: null,
    draft: { revision: 1, basedOn: null, savedAt: 1, savedBy: null, outdated: false },
  };
  return [
    [
      'GET',
      /\/parts\/brand$/,
      () => answer(editing.readPart, { ...state, liveContent: null, draftContent: content }),
    ],
    ['GET', /\/parts$/, () => answer(editing.listParts, { parts: [state] })],
    ['GET', /\/pictures$/, () => answer(making.listPictures, { pictures: [] })],
    [
      'PUT',
      /\/draft$/,
      (_, body) => {
        saved.push((JSON.parse(body) as { content: unknown }).content);
        return answer(editing.saveDraft, { revision: saved.length + 1, savedAt: 2 });
      },
    ],
    [
      'POST',
      /\/preview$/,
      () =>
        answer(previewBrand, {
          boot: sampleBoot(),
          theme: { ...theme, surfaces: 'glow', buttons: 'pill', action: 'primary' },
          mail: null,
        }),
    ],
    ['POST', /\/difference$/, () => answer(editing.readDifference, { parts: [] })],
    ['POST', /\/check$/, () => answer(editing.checkProposal, { problems: [], publishable: true })],
  ];
}

test('a brand is made from its name alone; a key that is taken is said beside its field, with nothing lost', async () => {
  const asked: unknown[] = [];
  serveCalls([
    signedInAs('owner', { brands: [] }),
    ['GET', /\/brand-states$/, () => answer(editing.listBrandStates, { brands: [] })],
    [
      'POST',
      /\/brands$/,
      (_, body) => {
        asked.push(JSON.parse(body));
        if (asked.length === 1)
          return Response.json({ error: { code: 'brand.key_taken', message: '' } }, { status: 409 });
        return answer(making.makeBrand, { ok: true });
      },
    ],
    ...drafted({ title: 'Caffè Aurora' }, []),
  ]);
  await showPage(routes, '/brands');
  await page.getByRole('button', { name: 'Nuovo marchio' }).first().click();
  await page.getByRole('textbox', { name: 'Nome' }).fill('Caffè Aurora');
  await expect
    .element(page.getByRole('textbox', { name: 'Indirizzo' }))
    .toHaveValue('caffe-aurora.localhost');
  const submit = () =>
    (page.getByRole('button', { name: 'Crea il marchio' }).element() as HTMLElement).click();
  submit();
  const key = page.getByRole('textbox', { name: 'Chiave' });
  await expect.element(key).toHaveAttribute('aria-invalid', 'true');
  await key.fill('aurora');
  submit();
  await expect.element(page.getByRole('heading', { name: 'Caffè Aurora' })).toBeVisible();
  expect(asked).toEqual([
    { title: 'Caffè Aurora', key: 'caffe-aurora', hostname: 'caffe-aurora.localhost', from: null },
    { title: 'Caffè Aurora', key: 'aurora', hostname: 'aurora.localhost', from: null },
  ]);
});

test('a language that is missing is marked and begins with the words of another', async () => {
  const saved: unknown[] = [];
  serveCalls([
    signedInAs('owner'),
    ...drafted({ title: 'Aurora', tagline: { it: 'Di prima mattina.' } }, saved),
  ]);
  await showPage(routes, '/brands/aurora/words');
  const english = page.getByRole('textbox', { name: /Promessa: inglese/ });
  await expect.element(english).toHaveValue('');
  await page.getByRole('button', { name: 'Comincia dal testo: italiano' }).nth(1).click();
  await expect.poll(() => saved.at(-1)).toMatchObject({ tagline: { it: 'Di prima mattina.' } });
  expect(Object.values((saved.at(-1) as { tagline: object }).tagline)).toEqual([
    'Di prima mattina.',
    'Di prima mattina.',
  ]);
});

test('each colour says how well it reads, and one that is no colour yet is marked', async () => {
  const saved: unknown[] = [];
  serveCalls([signedInAs('owner'), ...drafted({ title: 'Aurora', theme }, saved)]);
  await showPage(routes, '/brands/aurora/look');
  await expect.element(page.getByText('15,9 : 1')).toBeVisible();
  const ink = page.getByRole('textbox', { name: 'Inchiostro', exact: true });
  await ink.fill('#2a');
  await expect.element(ink).toHaveAttribute('aria-invalid', 'true');
  await expect.poll(() => saved.at(-1)).toMatchObject({ theme: { ink: '#2a' } });
});

test('a file that is no JSON is refused here, and one of a brand becomes drafts', async () => {
  const taken: unknown[] = [];
  serveCalls([
    signedInAs('owner'),
    ...drafted({ title: 'Aurora' }, []),
    [
      'POST',
      /\/file$/,
      (_, body) => {
        taken.push(JSON.parse(body));
        return answer(making.importBrand, { parts: ['brand'] });
      },
    ],
  ]);
  await showPage(routes, '/brands/aurora/history');
  await expect.element(page.getByRole('heading', { name: 'Il marchio come file' })).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  const choose = (text: string) => {
    const files = new DataTransfer();
    files.items.add(new File([text], 'aurora.json'));
    if (input) input.files = files.files;
    input?.dispatchEvent(new Event('change', { bubbles: true }));
  };
  choose('{ half');
  await expect.element(page.getByText('Questo file non è JSON.')).toBeVisible();
  choose('{"settings":{},"flows":[],"plans":[]}');
  await expect.element(page.getByText('1 parte è ora in bozza')).toBeVisible();
  expect(taken).toEqual([{ file: { settings: {}, flows: [], plans: [] } }]);
});
