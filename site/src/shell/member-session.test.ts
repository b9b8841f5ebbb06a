import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { sampleBoot, sampleUser } from '#client/testing/sample-boot.ts';
import { user } from '#contract/account/user.ts';
import { boot } from '#contract/brand/boot.ts';
import { type Answers, openPage, resetSession, sealed } from '#site/testing/session-page.ts';
import { endRefusedSession } from './api.ts';
import { shellStore } from './boot.ts';
import { withUser } from './me.ts';
import { enterAfterSignUp, signIn, verifyStoredToken } from './member-session.ts';
import { popupStore } from './popups.ts';
import {
  endSession,
  followOtherTabs,
  isMemberVerified,
  memberStore,
  sessionStore,
  signOut,
  startSession,
  updateMember,
} from './session.ts';
import { storage } from './storage.ts';

beforeEach(resetSession);

test('a page without a token belongs to a visitor, and the server is not asked', async () => {
  const { asked } = await openPage({});
  await startSession();
  expect(sessionStore.get()).toEqual({ status: 'visitor' });
  expect(asked).toHaveLength(0);
});

test('a live token makes a member', async () => {
  const { asked } = await openPage({ '/api/users/verify': sealed(sampleUser()) }, { token: 't' });
  await startSession();
  expect(memberStore.get()).toMatchObject(sampleUser());
  expect(isMemberVerified()).toBe(true);
  expect(asked[0]?.body).toEqual({ token: 't', trackerId: 'click-1' });
});

test('a member is in their own flow, whatever page they came by', async () => {
  const own = sampleBoot('http://x', { id: '13', invites: true });
  const { asked } = await openPage(
    {
      '/api/users/verify': sealed(sampleUser({ flowId: '13' })),
      '/boot.json': () => ({ body: z.encode(boot, own) }),
    },
    { token: 't' },
  );
  await verifyStoredToken();
  expect(shellStore.get()?.flow).toEqual({ id: '13', invites: true, landings: expect.anything() });
  expect(asked[1]?.url).toBe('/boot.json?path=%2Ffind&fluxId=13');
});

test('without their flow they still come in', async () => {
  await openPage({ '/api/users/verify': sealed(sampleUser({ flowId: '13' })) }, { token: 't' });
  await verifyStoredToken();
  expect(sessionStore.get().status).toBe('member');
});

test('an account without a region is not verified', async () => {
  await openPage({ '/api/users/verify': sealed(sampleUser({ region: null })) }, { token: 't' });
  await verifyStoredToken();
  expect(sessionStore.get().status).toBe('member');
  expect(isMemberVerified()).toBe(false);
});

test('a dead token is forgotten, and the visitor reads why', async () => {
  const { root } = await openPage({ '/api/users/verify': () => ({ body: { verify: 0 } }) }, { token: 't' });
  await startSession();
  expect(sessionStore.get()).toEqual({ status: 'visitor' });
  expect(storage.get('token')).toBeUndefined();
  expect(popupStore.get()?.name).toBe('session_ended');
  expect(root.dataset).toEqual({});
});

test('a disabled account reads so and stays outside', async () => {
  await openPage({ '/api/users/verify': () => ({ body: { error: 'utente_disabilitato' } }) }, { token: 't' });
  await startSession();
  expect(sessionStore.get()).toEqual({ status: 'visitor' });
  expect(popupStore.get()?.name).toBe('account_disabled');
});

test('where the server can not be asked, the page stays open, and the token stays', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  const { asked } = await openPage({ '/api/users/verify': () => 'cut' }, { token: 't' });
  vi.stubGlobal('navigator', { onLine: false });
  await startSession();
  expect(sessionStore.get()).toEqual({ status: 'unknown', problem: 'offline' });
  vi.stubGlobal('navigator', { onLine: true });
  await startSession();
  expect(sessionStore.get()).toEqual({ status: 'unknown', problem: 'fault' });
  expect(storage.get('token')).toBe('t');
  expect(asked).toHaveLength(2);
});

test('what makes a device known is kept beyond the session, and shown at the next sign-in', async () => {
  const { asked } = await openPage({
    '/api/users/authenticate': () => ({
      body: {
        token: 'new',
        clickid: 'click-2',
        user: z.encode(user, sampleUser()),
        deviceToken: 'known',
      },
    }),
  });
  await signIn({ email: 'a@b.it', password: 'x' });
  endSession();
  expect(storage.get('deviceToken')).toBe('known');
  await signIn({ email: 'a@b.it', password: 'x' });
  expect(asked.at(-1)?.body).toMatchObject({ deviceToken: 'known' });
});

test('a member who is disabled while the page is open reads so, and not only that the session has ended', async () => {
  const disabled = () => ({ body: { error: 'utente_disabilitato' } });
  await openPage({ '/api/users/verify': disabled }, { token: 't' });
  endRefusedSession('t');
  expect(popupStore.get()?.name).toBe('session_ended');
  await vi.waitFor(() => expect(popupStore.get()?.name).toBe('account_disabled'));
  expect(storage.get('token')).toBeUndefined();
});

test('a member who is suspended while the page is open reads why and until when', async () => {
  const suspension = { reason: 'scam', until: 1_800_000_000_000 };
  const suspended = () => ({ body: { error: 'utente_disabilitato', suspension } });
  await openPage({ '/api/users/verify': suspended }, { token: 't' });
  endRefusedSession('t');
  await vi.waitFor(() => expect(popupStore.get()).toEqual({ name: 'account_suspended', suspension }));
});

test('signing in stores token and tracker id', async () => {
  const { asked } = await openPage({
    '/api/users/authenticate': () => ({
      body: { token: 'new', clickid: 'click-2', user: z.encode(user, sampleUser()) },
    }),
  });
  await signIn({ email: 'a@b.it', password: 'x' });
  expect(storage.get('token')).toBe('new');
  expect(storage.get('trackerId')).toBe('click-2');
  expect(sessionStore.get().status).toBe('member');
  expect(asked[0]?.body).toMatchObject({
    clickid: 'click-1',
    country: 'it',
    fluxId: '7',
    servizio: 'lunaria.example',
  });
});

test.each([
  ['wrong words', 401, 'mail_password_errati', 'login.wrong'],
  ['a disabled account', 403, 'utente_disabilitato', 'account.disabled'],
  ['a fault', 500, 'server.fault', 'server.fault'],
])('signing in with %s says why it failed', async (_, status, wire, code) => {
  await openPage({
    '/api/users/authenticate': () => ({ status, body: { error: { code: wire, message: '' } } }),
  });
  await expect(signIn({ email: 'a@b.it', password: 'x' })).rejects.toMatchObject({ code });
  expect(storage.get('token')).toBeUndefined();
});

test('signing in without a network says that', async () => {
  await openPage({ '/api/users/authenticate': () => 'cut' });
  await expect(signIn({ email: 'a@b.it', password: 'x' })).rejects.toMatchObject({ code: 'offline' });
});

test('who signs in while an older token is checked stays signed in', async () => {
  const newcomer = sampleUser({ trackerId: 'click-2' });
  const { root } = await openPage(
    {
      '/api/users/verify': async (asked) => {
        await enterAfterSignUp({
          token: 'new',
          trackerId: 'click-2',
          user: newcomer,
          optIn: 'single',
          gift: null,
          isNew: true,
        });
        return sealed(sampleUser())(asked);
      },
    },
    { token: 'old' },
  );
  await startSession();
  expect(memberStore.get()).toMatchObject(newcomer);
  expect(storage.get('token')).toBe('new');
  expect(root.dataset['session']).toBe('stored');
});

test('an account that has not accepted the terms is not verified', async () => {
  await openPage({ '/api/users/verify': sealed(sampleUser({ accepted: false })) }, { token: 't' });
  await verifyStoredToken();
  expect(isMemberVerified()).toBe(false);
});

describe('when the token changes in another tab', () => {
  const openWith = async (answers: Answers) => {
    const page = await openPage({ '/api/users/verify': sealed(sampleUser()), ...answers }, { token: 't' });
    await startSession();
    onTestFinished(followOtherTabs());
    return page;
  };
  const changeElsewhere = (token: string | null, trackerId = 'click-1') => {
    if (token === null) storage.remove('token');
    else storage.set('token', token);
    storage.set('trackerId', trackerId);
    storage.changedElsewhere('token');
  };

  test('the same member goes on, known better', async () => {
    const users = [sampleUser({ emailConfirmed: false }), sampleUser()];
    const { left } = await openWith({ '/api/users/verify': (asked) => sealed(users.shift()!)(asked) });
    changeElsewhere('new');
    await expect.poll(() => memberStore.get()).toMatchObject(sampleUser());
    expect(left).toEqual([]);
  });

  test('another member starts over at home', async () => {
    const users = [sampleUser(), sampleUser({ trackerId: 'click-2' })];
    const { left } = await openWith({ '/api/users/verify': (asked) => sealed(users.shift()!)(asked) });
    changeElsewhere('new', 'click-2');
    await expect.poll(() => left).toEqual(['/']);
  });

  test('no session stays behind at home', async () => {
    const { left } = await openWith({});
    changeElsewhere(null);
    expect(left).toEqual(['/']);
  });

  test('a visitor becomes the member', async () => {
    await openPage({ '/api/users/verify': sealed(sampleUser()) });
    await startSession();
    onTestFinished(followOtherTabs());
    changeElsewhere('new');
    await expect.poll(() => sessionStore.get().status).toBe('member');
  });
});

const photo = { isDefault: false, isShown: false, name: 'a', status: 'approved', refusal: null } as const;
const keptOf = () => [storage.get('messageValue'), storage.get('likeCredits'), storage.get('avatar')];

describe('what the browser keeps of a member', () => {
  test('is there for the next page before the server answers, and follows what they do', async () => {
    const photos = [
      { ...photo, path: 'https://x/second.webp' },
      { ...photo, path: 'https://x/first.webp', isDefault: true, isShown: true },
    ];
    const marco = sampleUser({ photos, messageValue: 12, likeCredits: 4 });
    await openPage({ '/api/users/verify': sealed(marco) }, { token: 't' });
    await startSession();
    expect(keptOf()).toEqual([12, 4, 'https://x/first.webp']);
    updateMember(withUser, { likeCredits: 3, photos: [] });
    await expect.poll(keptOf).toEqual([12, 3, undefined]);
  });

  test('is no picture that waits for moderation: its address ends', async () => {
    const waiting = {
      ...photo,
      path: 'https://x/w.webp?until=1',
      status: 'pending',
      isDefault: true,
    } as const;
    const photos = [waiting, { ...photo, path: 'https://x/old.webp', isShown: true }];
    await openPage({ '/api/users/verify': sealed(sampleUser({ photos })) }, { token: 't' });
    await startSession();
    expect(storage.get('avatar')).toBe('https://x/old.webp');
  });

  test('is announced by one tab to the others of the same member, and to no other member’s', async () => {
    await openPage({ '/api/users/verify': sealed(sampleUser()) }, { token: 't' });
    await startSession();
    onTestFinished(followOtherTabs());
    storage.set('likeCredits', 1);
    storage.changedElsewhere('like');
    storage.set('messageValue', 20);
    storage.changedElsewhere('vm');
    expect(memberStore.get()).toMatchObject({ likeCredits: 1, messageValue: 20 });
    storage.set('trackerId', 'click-2');
    storage.set('likeCredits', 99);
    storage.changedElsewhere('like');
    expect(memberStore.get()).toMatchObject({ likeCredits: 1 });
  });

  test('goes with the session', async () => {
    const photos = [{ ...photo, path: 'https://x/first.webp' }];
    await openPage({ '/api/users/verify': sealed(sampleUser({ photos })) }, { token: 't' });
    await startSession();
    await signOut();
    expect(keptOf()).toEqual([undefined, undefined, undefined]);
    storage.set('avatar', 'https://x/left-behind.webp');
    endSession();
    expect(keptOf()).toEqual([undefined, undefined, undefined]);
  });
});

test.each([
  ['with', () => ({ body: { result: 'OK' } })],
  ['without', () => 'cut'],
])('signing out %s the server ends the session there and here', async (_, answer) => {
  const { asked, left } = await openPage({ '/api/users/logout': answer }, { token: 't' });
  await signOut();
  expect(asked[0]?.headers.authorization).toBe('Bearer t');
  expect(storage.get('token')).toBeUndefined();
  expect(left).toEqual(['/']);
});
