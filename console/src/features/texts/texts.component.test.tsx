import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  type ServedCall,
  answer,
  resetConsole,
  serveCalls,
  showPage,
  signedInAs,
} from '#console/testing/console-page.tsx';
import { legalPart, readPart as partKindOf } from '#contract/brand/parts.ts';
import * as editing from '#contract/staff/brand-editing.ts';
import * as texts from '#contract/staff/brand-texts.ts';
import { Texts } from './texts.tsx';

const everywhere = (it: string, en: string) => ({ it, en, es: en, fr: en });
const tokens = (...names: string[]) => ({ it: names, en: names, es: names, fr: names });
const listed: texts.ListedText[] = [
  {
    key: 'welcome.heading',
    lock: null,
    limit: 60,
    ours: everywhere('Ciao, {screenName}', 'Welcome, {screenName}'),
    tokens: tokens('{screenName}'),
  },
  { key: 'receipt.heading', lock: null, limit: 60, ours: everywhere('Pagato', 'Paid'), tokens: tokens() },
  {
    key: 'receipt.note',
    lock: 'contract',
    limit: 200,
    ours: everywhere('Recesso', 'Withdraw'),
    tokens: tokens(),
  },
];

/** What the server was asked to show, and the drafts that it keeps. */
const sent: {
  tried: string[];
  drafts: Record<string, { content: Record<string, unknown>; revision: number }>;
} = {
  tried: [],
  drafts: {},
};

const stateOf = (part: string) => {
  const draft = sent.drafts[part];
  return {
    part,
    kind: partKindOf(part).kind,
    name: part,
    live: null,
    draft: draft
      ? { revision: draft.revision, basedOn: null, savedAt: Date.now(), savedBy: null, outdated: false }
      : null,
  };
};

const calls: ServedCall[] = [
  signedInAs('brand_manager'),
  ['GET', /\/texts\/mail$/, () => answer(texts.listTexts, { texts: listed })],
  [
    'GET',
    /\/parts\/([^/]+)$/,
    (found) => {
      const part = decodeURIComponent(found);
      const draftContent = sent.drafts[part]?.content ?? null;
      return answer(editing.readPart, { ...stateOf(part), liveContent: null, draftContent });
    },
  ],
  ['GET', /\/parts$/, () => answer(editing.listParts, { parts: Object.keys(sent.drafts).map(stateOf) })],
  ['GET', /\/versions$/, () => answer(editing.listVersions, { versions: [], next: null })],
  ['POST', /\/difference$/, () => answer(editing.readDifference, { parts: [] })],
  ['POST', /\/check$/, () => answer(editing.checkProposal, { problems: [], publishable: true })],
  [
    'PUT',
    /\/parts\/([^/]+)\/draft$/,
    (found, body) => {
      const { content, revision } = JSON.parse(body) as {
        content: Record<string, unknown>;
        revision: number;
      };
      sent.drafts[decodeURIComponent(found)] = { content, revision: revision + 1 };
      return answer(editing.saveDraft, { revision: revision + 1, savedAt: Date.now() });
    },
  ],
  [
    'POST',
    /\/mail-preview$/,
    (_, body) => {
      sent.tried.push(body);
      return answer(texts.previewMail, { subject: 'Prova', html: '<p>Prova</p>', text: 'Prova' });
    },
  ],
  ['POST', /\/test-mail$/, () => answer(texts.sendTestMail, { to: 'ines@staff.example' })],
  [
    'GET',
    /\/legal-pages\/terms\/it$/,
    () =>
      answer(texts.readLegalPage, {
        replaceable: true,
        ours: '<p>Le nostre condizioni.</p>',
        stays: '',
        facts: [{ name: 'company', value: 'Lunaria S.r.l.' }],
        editions: [{ edition: '2026-11-17', mode: 'ours', consentAgain: true, inForce: true }],
      }),
  ],
  [
    'GET',
    /\/terms-consents$/,
    () => answer(texts.countTermsConsents, { edition: '2026-11-17', agreed: 12, counted: 0, toAsk: 3 }),
  ],
  ['POST', /\/legal-preview$/, () => answer(texts.previewLegalPage, { html: '<p>Le vostre.</p>' })],
];

const own = (part: string, name: string) => sent.drafts[part]?.content[name];

beforeEach(() => {
  sent.tried = [];
  sent.drafts = {};
  resetConsole();
  serveCalls(calls);
});

const open = (search = '') => showPage([{ path: '/texts', element: <Texts /> }], `/texts${search}`);

test('a text is changed in one language, wrong names are shown beside it, and it becomes ours again', async () => {
  await open('?find=welcome');
  const italian = page.getByRole('textbox', { name: 'italiano' });
  await italian.fill('Eccoti!');
  await expect.element(page.getByText('Deve contenere {screenName}.')).toBeVisible();
  await italian.fill('Eccoti, {screenName}!');
  await expect.element(page.getByText('Deve contenere {screenName}.')).not.toBeInTheDocument();
  await expect
    .poll(() => own('texts:mail', 'words'))
    .toEqual({ 'welcome.heading': { it: 'Eccoti, {screenName}!' } });
  await expect.element(page.getByText(/^Manca in:/)).toBeVisible();
  // Only what could be published is shown as it will look.
  await expect.poll(() => sent.tried.at(-1)).toContain('Eccoti, {screenName}!');
  expect(sent.tried.some((body) => body.includes('"Eccoti!"'))).toBe(false);
  await userEvent.click(page.getByRole('button', { name: 'Mandami una prova' }));
  await expect.element(page.getByText('La prova è in viaggio verso ines@staff.example.')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Torna al nostro' }));
  await expect.poll(() => own('texts:mail', 'words')).toEqual({});
});

test('what the law asks for has no field and says why', async () => {
  await open('?group=receipt&language=it');
  await expect.element(page.getByText(/Lo chiede la legge/)).toBeVisible();
  expect(page.getByRole('textbox', { name: 'italiano' }).elements()).toHaveLength(1);
});

test('terms of the operator’s own are written without any markup, and may ask members to agree again', async () => {
  await open('?channel=legal&language=it');
  await expect.element(page.getByText('12 su 15')).toBeVisible();
  await userEvent.click(page.getByRole('radio', { name: /^Il vostro/ }));
  const text = page.getByRole('textbox', { name: /Il vostro testo/ });
  await userEvent.click(text);
  await userEvent.keyboard('Le vostre.');
  await userEvent.click(page.getByRole('checkbox', { name: 'Chiedere di nuovo il consenso' }));
  const part = legalPart('terms');
  await expect.poll(() => own(part, 'consentAgain')).toBe(true);
  expect(own(part, 'mode')).toBe('own');
  expect(JSON.stringify(own(part, 'text'))).toContain('Le vostre.');
});
