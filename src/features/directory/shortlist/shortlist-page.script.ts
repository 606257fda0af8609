import { onStored, usableStorage } from '#browser/browser-storage.ts';
import { paths } from '#config/paths.ts';
import { COMPARED_ARTISTS } from '#lib/limits.ts';
import {
  keptArtists,
  RECENT_KEY,
  type SavedArtist,
  SHORTLIST_EVENT,
  SHORTLIST_KEY,
} from './shortlist.store.ts';

/*
 * Runs when it is imported: fills the shortlist page from this browser. A card is the same as in other lists, so its
 * heart works by itself; an artist who has gone since answers as any unknown one does.
 */
const storage = usableStorage('localStorage');
const template = document.querySelector<HTMLTemplateElement>('#saved-artist');
const part = (id: string) => document.querySelector<HTMLElement>(id);
let shown = '';

/** Whom the boxes of more than fit side by side have chosen; the first ones until one is pressed. */
let picked: ReadonlySet<string> | null = null;

function show(): void {
  const saved = keptArtists(storage, SHORTLIST_KEY);
  const viewed = keptArtists(storage, RECENT_KEY);
  const text = JSON.stringify([saved, viewed]);
  if (text === shown) return;
  shown = text;
  // A heart that is pressed takes its card away: the focus goes where the next one is.
  const focused = [...document.querySelectorAll('#shortlist .save')].indexOf(
    document.activeElement as Element,
  );
  fill('#shortlist', saved);
  fill('#recent', viewed);
  showCompare(saved);
  const ask = part('#ask');
  const slugs = saved.map(({ slug }) => slug).join();
  if (ask instanceof HTMLAnchorElement) {
    ask.href = paths.quoteFor({ artists: slugs });
    ask.textContent =
      saved.length > 1 ? `Ask These ${saved.length} for Quotes` : 'Get a Free Quote';
  }
  const empty = part('#shortlist-empty');
  if (empty) empty.hidden = saved.length > 0;
  if (focused < 0) return;
  const hearts = document.querySelectorAll<HTMLElement>('#shortlist .save');
  (hearts[Math.min(focused, hearts.length - 1)] ?? empty?.querySelector('a'))?.focus();
}

/** The way to the comparison, from two on; boxes say who, where not everybody fits. */
function showCompare(saved: readonly SavedArtist[]): void {
  const more = saved.length > COMPARED_ARTISTS;
  const chosen = saved.filter(({ slug }) => !more || (picked?.has(slug) ?? true));
  const slugs = chosen.slice(0, COMPARED_ARTISTS).map(({ slug }) => slug);
  const link = part('#compare');
  if (link instanceof HTMLAnchorElement) {
    link.hidden = slugs.length < 2;
    link.href = paths.compare(slugs);
  }
  part('#compare-note')?.toggleAttribute('hidden', !more);
  for (const [i, label] of document.querySelectorAll('#shortlist label').entries()) {
    const { slug = '', name = '' } = saved[i] ?? {};
    label.toggleAttribute('hidden', !more);
    const box = label.querySelector('input');
    if (!box) continue;
    const checked = slugs.includes(slug);
    const disabled = !checked && slugs.length >= COMPARED_ARTISTS;
    Object.assign(box, { checked, disabled, ariaLabel: `Compare ${name}` });
    box.onchange = () => {
      picked = new Set(box.checked ? [...slugs, slug] : slugs.filter((one) => one !== slug));
      showCompare(saved);
    };
  }
}

function fill(id: string, artists: readonly SavedArtist[]): void {
  const place = part(id);
  if (!place) return;
  place.hidden = artists.length === 0;
  place.querySelector('[data-list]')?.replaceChildren(...artists.map(card));
}

function card({ slug, name, place, image }: SavedArtist): Node {
  const node = template?.content.cloneNode(true) as DocumentFragment;
  const link = node.querySelector('a');
  if (link) Object.assign(link, { href: paths.artist(slug), textContent: name });
  const text = node.querySelector('p');
  if (text) text.textContent = place;
  const heart = node.querySelector('button');
  if (heart) heart.ariaLabel = `Save ${name}`;
  if (image) node.querySelector('.artist-card-art')?.append(picture(image));
  return node;
}

/** Seen once it is there: one that was replaced since is not, and leaves the wall behind it. */
function picture(src: string): HTMLImageElement {
  const image = Object.assign(new Image(640, 480), { alt: '', hidden: true, src });
  image.onload = () => image.toggleAttribute('hidden', false);
  image.onerror = () => image.remove();
  return image;
}

show();
onStored([SHORTLIST_KEY, RECENT_KEY], show);
addEventListener(SHORTLIST_EVENT, show);
addEventListener('pageshow', show);
