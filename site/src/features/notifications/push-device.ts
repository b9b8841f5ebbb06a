/** Push messages on this device: whether it can have them, and how they are turned on and off. */

import { readPushKey, removePushToken, savePushToken } from '#contract/notification/push.ts';
import { call } from '#site/shell/api.ts';
import { shellStore } from '#site/shell/boot.ts';
import { storage } from '#site/shell/storage.ts';

/**
 * `install`: on an iPhone only sites on the home screen may. `denied`: the person has refused it in the browser, and only they
 * can change that, in the browser's settings.
 */
export type PushState = 'unsupported' | 'install' | 'denied' | 'off' | 'on';

const WORKER_PATIENCE_MS = 10_000;
/** What the service worker makes and saves a new subscription with, should the push service replace this one. */
const PUSH_CACHE = 'push';
const PUSH_STATE = 'push-state';

function isAppleTouch(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

export async function readPushState(): Promise<PushState> {
  if (!isSupported()) return isAppleTouch() ? 'install' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  if (Notification.permission !== 'granted') return 'off';
  return (await findSubscription()) ? 'on' : 'off';
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The browser could not get a subscription: it has no push service, or does not reach it. */
export class NoPushService extends Error {
  override readonly name = 'NoPushService';
}

/** Asks for the permission, so it must be called by a click, and by one that says what it is for. */
export async function turnPushOn(trackerId: string): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  await save(trackerId, await subscribe());
  return 'on';
}

/** The server forgets the device first: otherwise it would go on sending to it. */
export async function turnPushOff(trackerId: string): Promise<PushState> {
  const subscription = await findSubscription();
  if (subscription) {
    await call(removePushToken, { trackerId, pushToken: JSON.stringify(subscription) });
    await subscription.unsubscribe();
  }
  storage.remove('pushSaved');
  await caches.delete(PUSH_CACHE);
  return 'off';
}

/** A device that is turned on belongs to the account that is signed in, and with the brand's key as it is now. */
export async function keepPushSaved(trackerId: string): Promise<void> {
  if (!isSupported() || Notification.permission !== 'granted') return;
  const subscription = await findSubscription();
  if (!subscription || storage.get('pushSaved') === subscription.endpoint) return;
  await save(trackerId, await subscribe());
}

async function subscribe(): Promise<Subscribed> {
  const { publicKey } = await call(readPushKey, {});
  const { pushManager } = await readyWorker();
  const known = await pushManager.getSubscription();
  if (known && isMadeWith(known, publicKey)) return { subscription: known, publicKey };
  await known?.unsubscribe();
  try {
    const subscription = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    });
    return { subscription, publicKey };
  } catch (error) {
    throw new NoPushService('no subscription', { cause: error });
  }
}

interface Subscribed {
  subscription: PushSubscription;
  publicKey: string;
}

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new NoPushService('no service worker')), WORKER_PATIENCE_MS);
  });
  return Promise.race([navigator.serviceWorker.ready, late]);
}

/** A browser that does not tell its key is believed. */
function isMadeWith({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey;
  if (!key) return true;
  const letters = btoa(String.fromCharCode(...new Uint8Array(key)));
  return letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey;
}

async function save(trackerId: string, { subscription, publicKey }: Subscribed): Promise<void> {
  const token = JSON.stringify(subscription);
  await call(savePushToken, { trackerId, pushToken: token });
  storage.set('pushSaved', subscription.endpoint);
  const cache = await caches.open(PUSH_CACHE);
  const api = shellStore.get()?.hosts.api;
  await cache.put(new URL(PUSH_STATE, location.origin), Response.json({ api, publicKey, token }));
}

/** Takes away the notifications that the page now shows itself. */
export async function closeNotifications(filter: { tag?: string }): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  for (const notification of (await registration?.getNotifications(filter)) ?? []) notification.close();
}

/** Nothing of the member stays on the device when their session ends; the server has forgotten the device with it. */
export async function forgetPush(): Promise<void> {
  await caches.delete(PUSH_CACHE);
  await closeNotifications({});
}
