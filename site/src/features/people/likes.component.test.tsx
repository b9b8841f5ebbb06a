import { I18nextProvider } from 'react-i18next';
import { BrowserRouter } from 'react-router';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { setConnection } from '#client/socket-events.ts';
import { sampleEntitlements, sampleUser } from '#client/testing/sample-boot.ts';
import { like, takeBackLike } from '#contract/discovery/deck.ts';
import { LANGUAGES, type Language } from '#contract/kernel/constants.ts';
import { createTexts } from '#site/shell/i18n.ts';
import { openMember } from '#site/shell/member-query.ts';
import { memberStore, sessionStore } from '#site/shell/session.ts';
import { ToastProvider } from '#ui/toast.tsx';
import { HeartButton } from './likes.tsx';

const anna = { id: 'anna', screenName: 'Anna', photo: null, kind: 'member', liked: false } as const;

/** What the server answers to each event; it receives whom it was about. */
type Answers = Record<string, () => object>;

function answer(answers: Answers): string[] {
  const sent: string[] = [];
  setConnection(async (name, wire) => {
    sent.push(`${name} ${(wire as { angelId?: string }).angelId}`);
    return answers[name]?.();
  });
  onTestFinished(() => setConnection(null));
  return sent;
}

const taken = (creditiLike: number) => () => ({ ok: true, creditiLike, reciproco: false });

beforeEach(() => {
  const entitlements = sampleEntitlements({ likeCost: 1 });
  sessionStore.set({ status: 'member', me: openMember(sampleUser({ likeCredits: 10, entitlements })) });
});

async function show(person: Parameters<typeof HeartButton>[0]['person'], language: Language = 'it') {
  const texts = await createTexts(language, ['shell', 'people', 'errors']);
  await render(
    <I18nextProvider i18n={texts}>
      <ToastProvider labels={{ region: 'Messages', close: 'Close' }}>
        <BrowserRouter>
          <HeartButton person={person} />
        </BrowserRouter>
      </ToastProvider>
    </I18nextProvider>,
  );
  const t = texts.getFixedT(language, 'people');
  const button = (key: 'like.give' | 'like.takeBack') =>
    page.getByRole('button', { name: t(key, { name: 'Anna' }), exact: true });
  const said = (key: 'like.takenBack' | 'like.takenBackSpent') =>
    page.getByText(t(key, { name: 'Anna' }), { exact: true });
  return { give: button('like.give'), takeBack: button('like.takeBack'), said, texts };
}

test.each(LANGUAGES)('by keyboard a heart is given and taken back, in %s', async (language) => {
  const sent = answer({ [like.name]: taken(9), [takeBackLike.name]: taken(10) });
  const { give, takeBack, said } = await show(anna, language);
  await userEvent.tab();
  await expect.element(give).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(takeBack).toHaveFocus();
  await expect.poll(() => memberStore.get()?.likeCredits).toBe(9);
  await userEvent.keyboard(' ');
  await expect.element(give).toHaveFocus();
  await expect.element(said('like.takenBack')).toBeVisible();
  await expect.poll(() => memberStore.get()?.likeCredits).toBe(10);
  expect(sent).toEqual(['like anna', 'annulla_like anna']);
});

test('that a credit does not come back is said, and what was fetched before no longer counts', async () => {
  answer({ [takeBackLike.name]: taken(10) });
  const { give, takeBack, said } = await show({ ...anna, liked: true });
  await takeBack.click();
  await expect.element(said('like.takenBackSpent')).toBeVisible();
  await expect.element(give).toBeVisible();
});

test('a like that stays is dark again, and it is said why', async () => {
  const error = { code: 'like.stands', message: '' };
  answer({ [takeBackLike.name]: () => ({ ok: false, error }) });
  const { takeBack, texts } = await show({ ...anna, liked: true });
  await takeBack.click();
  await expect.element(page.getByText(texts.t('like.stands', { ns: 'errors' }))).toBeVisible();
  await expect.element(takeBack).toBeVisible();
});
