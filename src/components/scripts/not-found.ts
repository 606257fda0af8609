import { setFlash } from '#browser/flash.ts';
import { decodeLoosely } from '#config/decode-loosely.ts';
import { LANGUAGE, OTHER } from '#config/language.ts';
import { englishPath, pathIn } from '#config/language-paths.ts';
import { paths } from '#config/paths.ts';
import { TOASTS } from '#lib/toasts.ts';
import { again } from '#ui/again.ts';

/** What the specification says about pages of rows that are not there (section 2). */
const path = englishPath(location.pathname);
const [, kind, rest] = /^\/(artist|mural|mural-artists)\/([^/]+)\/*$/.exec(path) ?? [];

/** An artist without reviews has no page of them, but perhaps one of their own. */
const reviewed = /^(\/artist\/[^/]+)\/reviews\/*$/.exec(path)?.[1];

// The page knows no address of its own.
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[hreflang]'))
  link.href = pathIn(OTHER, location.pathname);

if (reviewed) location.replace(pathIn(LANGUAGE, reviewed));
else if (kind === 'artist') redirect(TOASTS.artistNotFound, paths.artists);
else if (kind === 'mural') redirect(TOASTS.muralNotFound, paths.home);
else if (rest) void showEmptyCity(rest);

function redirect(text: string, to: string): void {
  setFlash('error', text);
  location.replace(to);
}

/** A city that nobody paints in yet has no page, but an answer. Addresses of cities are lower case. */
async function showEmptyCity(segment: string): Promise<void> {
  const slug = decodeLoosely(segment);
  if (slug !== slug.toLowerCase()) return location.replace(paths.city(slug.toLowerCase()));
  const { readCitySlug } = await again(() => import('#lib/place.ts'));
  const place = readCitySlug(slug);
  const page = document.querySelector('#not-found');
  if (!place || !page) return;
  const name = `${place.city}, ${place.state}`;
  document.title = `Mural Artists in ${name}`;
  for (const [selector, text] of [
    ['h1', `Mural Artists in ${name}`],
    ['h1 + p', `No muralists found in ${name}.`],
  ] as const) {
    const element = page.querySelector(selector);
    if (element) element.textContent = text;
  }
}
