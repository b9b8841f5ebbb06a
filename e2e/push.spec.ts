import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test';
import { sql } from 'kysely';
import { pushMessage } from '#contract/notification/push-message.ts';
import { startPushSandbox } from '#sandbox/push-service.ts';
import type { PushSandbox, SandboxSubscription } from '#sandbox/push-service.ts';
import { notifyingBrowser } from '../playwright.config.ts';
import { brand, giuliaProfile, newcomerAtLevel, said, t } from './chat-pages.ts';
import { inDatabase } from './database.ts';
import { expect, expectAccessible, siteUrl, test } from './fixtures.ts';
import { signInAs } from './fresh-member.ts';
import type { Newcomer } from './newcomers.ts';
import { signInBehindTheScenes, write, writerOf } from './talk.ts';

test.use({ serviceWorkers: 'allow', launchOptions: notifyingBrowser });

/** Known once the server runs, and not when journeys are only listed. */
const originOf = () => new URL(siteUrl(brand)).origin;

declare global {
  interface Window {
    subscribeAtStandIn(applicationServerKey: string): Promise<SandboxSubscription>;
  }
}

/** Debian's Chromium has no push service behind it: its subscriptions come from the stand-in. All else is its own. */
async function giveSubscriptions(page: Page, service: PushSandbox): Promise<void> {
  await page.exposeFunction('subscribeAtStandIn', (key: string) => service.subscribe(key));
  await page.addInitScript(() => {
    const KEPT = 'pushSubscription';
    const open = (json: string) => {
      const subscription = JSON.parse(json) as SandboxSubscription;
      const whole = { ...subscription, options: { applicationServerKey: null }, toJSON: () => subscription };
      return whole as unknown as PushSubscription;
    };
    PushManager.prototype.subscribe = async (options) => {
      const key = options?.applicationServerKey;
      if (typeof key !== 'string') throw new Error('no key');
      const json = JSON.stringify(await window.subscribeAtStandIn(key));
      localStorage.setItem(KEPT, json);
      return open(json);
    };
    PushManager.prototype.getSubscription = async () => {
      const json = localStorage.getItem(KEPT);
      return json === null ? null : open(json);
    };
  });
}

/** What hands a message to the service worker, as the browser does when its push service sends one. */
async function openDelivery(devtools: CDPSession): Promise<(text: string) => Promise<void>> {
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(originOf()));
      if (found) resolve(found.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  return async (data) => {
    await devtools.send('ServiceWorker.deliverPushMessage', { origin: originOf(), registrationId, data });
  };
}

interface WorkerScope {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(options: { includeUncontrolled: boolean }): Promise<{ url: string; visibilityState: string }[]>;
  };
  dispatchEvent(event: Event): boolean;
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
}

const workerOf = (context: BrowserContext): Worker => {
  const worker = context.serviceWorkers().find((one) => one.url().startsWith(originOf()));
  if (!worker) throw new Error('no service worker');
  return worker;
};

const readShown = (context: BrowserContext) =>
  workerOf(context).evaluate(async () => {
    const { registration } = globalThis as unknown as WorkerScope;
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, tag }) => ({ title, body, tag }));
  });

/** The pages in sight, as far as the worker knows. */
const readVisible = (context: BrowserContext) =>
  workerOf(context).evaluate(async () => {
    const { clients } = globalThis as unknown as WorkerScope;
    const all = await clients.matchAll({ includeUncontrolled: true });
    return all.filter(({ visibilityState }) => visibilityState === 'visible').map(({ url }) => url);
  });

/** A test cannot click what a browser without a screen shows, so the worker gets the event of the click by itself. */
const clickShown = (context: BrowserContext) =>
  workerOf(context).evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope;
    const [notification] = await scope.registration.getNotifications();
    if (!notification) throw new Error('no notification');
    const click = new scope.NotificationEvent('notificationclick', { notification });
    // Only the browser's own events may keep a worker alive.
    const done = new Promise((resolve) => {
      Object.defineProperty(click, 'waitUntil', { value: resolve });
    });
    scope.dispatchEvent(click);
    await done;
  });

/** A journey may run at night. */
async function hasNoQuietHours({ trackerId }: Newcomer): Promise<void> {
  await inDatabase(async (db) => {
    await sql`insert into notification_settings (brand_id, account_id, quiet_from, quiet_to)
      select brand_id, id, 0, 0 from account where tracker_id = ${trackerId}`.execute(db);
  });
}

test('a member who is away is notified on their device, without words that are not theirs yet, and a click opens the chat', async ({
  page,
  context,
}) => {
  const service = await startPushSandbox({ port: Number(process.env['E2E_PUSH_PORT']) });
  try {
    const marco = await newcomerAtLevel(0);
    await hasNoQuietHours(marco);
    const giulia = await signInBehindTheScenes(brand, 'woman');
    const greeting = said('Buonasera Giulia');
    await write(brand, marco, giuliaProfile.id, greeting);
    const marcoId = await writerOf(brand, giulia, greeting);

    await giveSubscriptions(page, service);
    await context.grantPermissions(['notifications'], { origin: originOf() });
    await signInAs(page, brand, marco);
    await page.goto(siteUrl(brand, '/activeNotifications'));
    await page.getByRole('button', { name: t('push.off.turnOn', {}, 'activeNotifications') }).click();
    await expect(page.getByText(t('push.on.title', {}, 'activeNotifications'))).toBeVisible();
    await expectAccessible(page);
    const deliver = await openDelivery(await context.newCDPSession(page));

    await page.goto('about:blank');
    const secret = said('Sono felice che tu mi abbia scritto');
    await write(brand, giulia, marcoId, secret);
    await expect.poll(() => service.messages.length, { timeout: 90_000 }).toBe(1);
    const [sent] = service.messages;
    const text = sent?.text ?? '';
    expect(text).not.toContain(secret);
    expect(pushMessage.parse(JSON.parse(text))).toMatchObject({
      title: giuliaProfile.name,
      tag: `chat:${giuliaProfile.id}`,
    });

    await expect.poll(() => readVisible(context)).toEqual([]);
    await deliver(text);
    await expect
      .poll(() => readShown(context))
      .toEqual([{ title: giuliaProfile.name, body: 'Ti ha scritto.', tag: `chat:${giuliaProfile.id}` }]);
    // The same once more takes its place.
    await deliver(text);
    await expect.poll(() => readShown(context)).toHaveLength(1);

    await page.goto(siteUrl(brand, '/legal/faq'));
    await clickShown(context);
    await expect(page).toHaveURL(siteUrl(brand, `/chats/${giuliaProfile.id}`));
    await expect(page.getByRole('heading', { name: giuliaProfile.name })).toBeVisible();
    expect(await readShown(context)).toEqual([]);

    // A member with the site in sight is notified by the page alone.
    await deliver(text);
    await expect.poll(() => readShown(context)).toEqual([]);
  } finally {
    await service.stop();
  }
});
