import type { i18n } from 'i18next';
import { Suspense } from 'react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { sampleUser } from '#client/testing/sample-boot.ts';
import { CurrentRouteContext } from '#site/shell/current-route.ts';
import { createTexts } from '#site/shell/i18n.ts';
import { withUser } from '#site/shell/me.ts';
import { openMember } from '#site/shell/member-query.ts';
import { popupStore } from '#site/shell/popups.ts';
import { endSession, sessionStore, updateMember } from '#site/shell/session.ts';
import { storage } from '#site/shell/storage.ts';
import { ToastProvider } from '#ui/toast.tsx';
import { offerNews } from './news-card.tsx';
import { closeCards, offerCard, useNewsCards } from './news-cards.tsx';
import type { NewsOfOthers } from './news.ts';

let texts: i18n;
beforeAll(async () => {
  texts = await createTexts('it', ['shell', 'people']);
});

const hidden = vi.spyOn(document, 'hidden', 'get');
beforeEach(() => {
  hidden.mockReturnValue(false);
  storage.remove('shownNotifications');
  storage.remove('pendingNotifications');
  const wanted = { messageNews: true, likeNews: true, visitNews: true };
  sessionStore.set({ status: 'member', me: openMember(sampleUser({ trackerId: 'click-1', ...wanted })) });
});
afterEach(() => {
  popupStore.set(null);
  endSession();
});

function Cards() {
  useNewsCards();
  return null;
}

const tab = (path: string) => (
  <I18nextProvider i18n={texts}>
    <MemoryRouter>
      <ToastProvider labels={{ region: 'Messaggi', close: 'Chiudi' }}>
        <CurrentRouteContext value={{ path, title: '', titleInTopBar: false, staysAsLeft: false }}>
          <Suspense>
            <Cards />
          </Suspense>
        </CurrentRouteContext>
      </ToastProvider>
    </MemoryRouter>
  </I18nextProvider>
);
const open = (path = '/find') => render(tab(path));

function news(change: Partial<NewsOfOthers> = {}): NewsOfOthers {
  const who = { profileId: 'anna', screenName: 'Anna', age: 41, kind: 'member', photo: null } as const;
  return { type: 'like', ...who, text: '', what: null, matched: false, at: 1_000, ...change };
}

function offerMessage(number: number): void {
  const about = { type: 'message', profileId: 'anna', upTo: number } as const;
  offerCard({ about, content: () => <p>Messaggio {number}</p> });
}

/** The member looks away, or back. */
function look(away: 'away' | 'here'): void {
  hidden.mockReturnValue(away === 'away');
  document.dispatchEvent(new Event('visibilitychange'));
}

const card = page.getByRole('region', { name: 'Messaggi' });
const liked = card.getByText('Ti ha messo un «mi piace»');
const visited = card.getByText('Ha visitato il tuo profilo');

test('a like is shown with the way to the profile and to an answer, and closes where the member is not to be disturbed', async () => {
  const { rerender } = await open();
  offerNews(news());
  await expect.element(liked).toBeVisible();
  await expect
    .element(card.getByRole('link', { name: 'Vedi il profilo' }))
    .toHaveAttribute('href', '/user/anna');
  await expect.element(card.getByRole('link', { name: 'Scrivi' })).toHaveAttribute('href', '/chats/anna');
  await rerender(tab('/purchase/pro'));
  await expect.element(liked).not.toBeInTheDocument();
});

test.each(['/chats', '/chats/anna', '/vip_plan', '/purchase/pro'])('at %s no card opens', async (path) => {
  const { rerender } = await open(path);
  offerNews(news());
  await vi.waitFor(() => expect(storage.get('shownNotifications')).toEqual(['like anna 1000']));
  await rerender(tab('/find'));
  // It came where it was seen in the bars, and does not come again.
  offerNews(news());
  offerNews(news({ type: 'visit', profileId: 'bea' }));
  await expect.element(visited).toBeVisible();
  await expect.element(liked).not.toBeInTheDocument();
});

test('each kind is muted by itself, also from another device while the page is open', async () => {
  await open();
  updateMember(withUser, { messageNews: false, likeNews: false });
  offerMessage(1);
  offerNews(news());
  offerNews(news({ type: 'visit' }));
  await expect.element(visited).toBeVisible();
  expect(card.getByText('Messaggio 1').query()).toBeNull();
  expect(liked.query()).toBeNull();
});

test('two windows show it once, and something newer again', async () => {
  await open();
  offerMessage(4);
  await expect.element(card.getByText('Messaggio 4')).toBeVisible();
  // Another window has been faster.
  storage.set('shownNotifications', ['message anna 5']);
  offerMessage(5);
  offerMessage(6);
  await expect.element(card.getByText('Messaggio 6')).toBeVisible();
  expect(storage.get('shownNotifications')).toEqual(['message anna 6']);
});

test('what comes while the page is hidden is kept, also for a page after this one, and shown once it is looked at', async () => {
  await open();
  look('away');
  offerMessage(2);
  offerNews(news({ type: 'visit', profileId: 'bea' }));
  expect(storage.get('pendingNotifications')).toEqual(['message anna 2', 'visit bea 1000']);
  expect(card.getByText('Messaggio 2').query()).toBeNull();
  look('here');
  await expect.element(card.getByText('Messaggio 2')).toBeVisible();
  expect(storage.get('pendingNotifications')).toBeUndefined();
});

test('what was read elsewhere meanwhile is not shown, and a card that shows it closes', async () => {
  await open();
  look('away');
  offerMessage(2);
  closeCards({ profileId: 'anna', type: 'message', upTo: 2 });
  expect(storage.get('pendingNotifications')).toBeUndefined();
  look('here');
  offerNews(news());
  await expect.element(liked).toBeVisible();
  expect(card.getByText('Messaggio 2').query()).toBeNull();
  closeCards({ profileId: null, type: 'visit' });
  await expect.element(liked).toBeVisible();
  closeCards({ profileId: null, type: 'like' });
  await expect.element(liked).not.toBeInTheDocument();
});

test('likes that answer each other are a popup, unless another one is open', async () => {
  await open();
  offerNews(news({ matched: true }));
  await vi.waitFor(() => expect(popupStore.get()).toMatchObject({ name: 'match', person: { id: 'anna' } }));
  offerNews(news({ matched: true, profileId: 'bea' }));
  await expect.element(liked).toBeVisible();
});
