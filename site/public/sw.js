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
