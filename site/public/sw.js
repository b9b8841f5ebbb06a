// The build puts the version in; a new one makes every browser fetch the offline page and its files anew.
const VERSION = '__VERSION__';
const PAGE_CACHE = `page-${VERSION}`;
const ASSET_CACHE = 'assets';
const OFFLINE_PAGE = '/offline';
const ASSETS_KEPT = 150;

const isAsset = (url) => url.origin === location.origin && url.pathname.startsWith('/assets/');

/** The offline page must look right without the network, so its files are fetched with it. */
async function keepOfflinePage() {
  const response = await fetch(OFFLINE_PAGE, { cache: 'reload', credentials: 'same-origin' });
  if (!response.ok) throw new Error(`The offline page answered ${response.status}.`);
  const html = await response.clone().text();
  const pages = await caches.open(PAGE_CACHE);
  await pages.put(OFFLINE_PAGE, response);
  const addresses = new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g));
  const assets = await caches.open(ASSET_CACHE);
  await Promise.all([...addresses].map((address) => fetchAsset(assets, new Request(address))));
}

async function fetchAsset(cache, request) {
  const known = await cache.match(request.url);
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) await cache.put(request.url, response.clone());
  return response;
}

/** Names of files change with their content, so old ones are never asked for again. The oldest go first. */
async function forgetOldAssets() {
  const cache = await caches.open(ASSET_CACHE);
  const requests = await cache.keys();
  const old = requests.slice(0, Math.max(0, requests.length - ASSETS_KEPT));
  await Promise.all(old.map((request) => cache.delete(request)));
}

async function forgetOldPages() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith('page-') && name !== PAGE_CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Pages always come from the network; only when it is gone does the offline page stand in. */
async function fetchPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const page = await caches.match(OFFLINE_PAGE, { cacheName: PAGE_CACHE });
    return page ?? Response.error();
  }
}

self.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      forgetOldPages(),
      forgetOldAssets(),
      self.registration.navigationPreload?.enable(),
      self.clients.claim(),
    ]),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(fetchPage(event));
  else if (isAsset(new URL(request.url))) {
    event.respondWith(caches.open(ASSET_CACHE).then((cache) => fetchAsset(cache, request)));
  }
});

// Push messages. What comes is `pushMessage` of the contract, decrypted by the browser.

/** Safari takes the permission away from whoever does not show every single one. */
const MUST_SHOW = /AppleWebKit/.test(navigator.userAgent) && !/Chrome|Chromium/.test(navigator.userAgent);
const PUSH_CACHE = 'push';
/** Where the page keeps what a new subscription is made with and saved by (features/notifications/push-device.ts). */
const PUSH_STATE = '/push-state';
/** Whoever pays there must not be taken away, and the console is another place. */
const leftAlone = /^\/(?:console|purchase|paymentPage)(?:\/|$)/;

/** The open windows of the site that a member can be led to, the one he looks at first. */
async function openWindows() {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const site = windows.filter(({ url }) => !leftAlone.test(new URL(url).pathname));
  return site.toSorted((one, other) => Number(other.focused) - Number(one.focused));
}

function readPush(data) {
  try {
    return data.json();
  } catch {
    return undefined;
  }
}

/** Nobody who has the site before his eyes needs it: the page itself tells him. */
async function showPush(data) {
  const message = readPush(data);
  if (!message?.title) return;
  const windows = await openWindows();
  if (!MUST_SHOW && windows.some(({ visibilityState }) => visibilityState === 'visible')) return;
  const { id, title, body, tag, path } = message;
  const shown = await self.registration.getNotifications({ tag });
  await self.registration.showNotification(title, {
    body,
    tag,
    // The same one a second time takes its place without a sound.
    renotify: shown.every((notification) => notification.data?.id !== id),
    icon: '/icons/192.png',
    data: { id, path },
  });
  await self.navigator.setAppBadge?.();
}

async function openFrom(notification) {
  notification.close();
  const address = new URL(notification.data?.path ?? '/', location.origin);
  // Only pages of this site, whatever a message says.
  const target = address.origin === location.origin ? address : new URL('/', location.origin);
  const windows = await openWindows();
  const there = windows.find(({ url }) => new URL(url).pathname === target.pathname);
  const open = there ?? windows[0];
  // A window that cannot be brought to the front can still be led.
  await open?.focus().catch(() => undefined);
  if (there) return;
  const led = await open?.navigate(target.href).catch(() => undefined);
  if (!led) await self.clients.openWindow(target.href);
}

/** The push service has replaced the device's subscription. Nobody's session is at hand, but the old one is proof enough. */
async function renewSubscription(given) {
  const cache = await caches.open(PUSH_CACHE);
  const kept = await cache.match(PUSH_STATE);
  if (!kept) return;
  const { api, publicKey, token } = await kept.json();
  const subscription =
    given ??
    (await self.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    }));
  const newToken = JSON.stringify(subscription);
  const response = await fetch(`${api}/push/renew`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ oldToken: token, newToken }),
  });
  if (response.ok) await cache.put(PUSH_STATE, Response.json({ api, publicKey, token: newToken }));
}

self.addEventListener('push', (event) => event.waitUntil(showPush(event.data)));
self.addEventListener('notificationclick', (event) => event.waitUntil(openFrom(event.notification)));
self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(renewSubscription(event.newSubscription)),
);
