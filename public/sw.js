/*
 * Answers only when there is no network. A page always comes from the network, so that nobody is shown an old one;
 * what is kept is the page that says so (/offline and /es/offline), with its own styles and scripts.
 *
 * To be rid of it: set ENABLED to false and publish. Every browser that has it looks for a new one at its next
 * visit, forgets what it kept and lets go of it.
 */
const ENABLED = true;
/** Counts up when the offline page changes in a way that people should see. */
const VERSION = 3;
const CACHE = `offline-${VERSION}`;
const SPANISH = /^\/es(\/|$)/;
/** Never looked at: the API, accounts, and what the server does for itself. */
const NOT_OURS = /^(\/es)?\/(auth|dashboard|rest|storage|hooks|healthz)(\/|$)/;
/** A browser may never say what it keeps. */
const ANSWER_MS = 3000;
let offlineShown = false;

addEventListener('install', (event) => {
  skipWaiting();
  if (ENABLED) event.waitUntil(keepOfflinePage());
});

addEventListener('activate', (event) => {
  event.waitUntil(ENABLED ? takeOver() : letGo());
});

addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (!ENABLED || method !== 'GET' || origin !== location.origin || NOT_OURS.test(pathname)) return;
  if (mode === 'navigate') event.respondWith(page(event));
  else if (offlineShown && pathname.startsWith('/_astro/')) event.respondWith(kept(event.request));
});

async function page(event) {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    offlineShown = false;
    return response;
  } catch {
    offlineShown = true;
    const { pathname } = new URL(event.request.url);
    const offline = SPANISH.test(pathname) ? '/es/offline' : '/offline';
    return (await lookUp(offline)) ?? Response.error();
  }
}

async function kept(request) {
  return (await lookUp(request)) ?? fetch(request);
}

/** What is kept of it; nothing where the browser does not say in time. */
function lookUp(request) {
  const late = new Promise((done) => setTimeout(done, ANSWER_MS));
  return Promise.race([caches.match(request), late]).catch(() => {});
}

async function takeOver() {
  await forget((name) => name !== CACHE);
  // The network is asked while this script is still starting.
  await registration.navigationPreload?.enable();
}

async function letGo() {
  await forget(() => true);
  await registration.unregister();
}

async function forget(old) {
  const names = await caches.keys();
  await Promise.all(names.filter(old).map((name) => caches.delete(name)));
}

/** The page, in both languages, and all that it loads: found by reading it, because every name carries a hash. */
async function keepOfflinePage() {
  const cache = await caches.open(CACHE);
  const found = new Set();
  const add = async (href) => {
    if (found.has(href)) return;
    found.add(href);
    const response = await fetch(href, /\/offline$/.test(href) ? { cache: 'reload' } : {});
    if (!response.ok) throw new Error(`${href}: ${response.status}`);
    const text = /\.(woff2|svg)$/.test(href) ? '' : await response.clone().text();
    await cache.put(href, response);
    await Promise.all(partsOf(text).map(add));
  };
  await Promise.all(['/offline', '/es/offline'].map(add));
}

function partsOf(text) {
  const files = text.match(/\/_astro\/[\w.-]+\.(css|js|woff2|svg)/g) ?? [];
  const imports = text.matchAll(
    /(?:(?:\bimport|\bfrom)\s*|import\((?=["'`]\.\/late))["'`]\.\/([\w.-]+\.js)/g,
  );
  return [...files, ...Array.from(imports, ([, file]) => `/_astro/${file}`)];
}
