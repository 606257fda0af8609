import { paths } from '#config/paths.ts';
import { onStored, usableStorage } from '#stores/browser-storage.ts';
import {
  keptArtists,
  RECENT_KEY,
  type SavedArtist,
  SHORTLIST_EVENT,
  SHORTLIST_KEY,
} from '#stores/shortlist.ts';

/*
 * Runs when it is imported: fills the shortlist page from this browser. A card is the same as in other lists, so its
 * heart works by itself; an artist who has gone since answers as any unknown one does.
 */
const storage = usableStorage('localStorage');
const template = document.querySelector<HTMLTemplateElement>('#saved-artist');
const part = (id: string) => document.querySelector<HTMLElement>(id);
let shown = '';

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
  const empty = part('#shortlist-empty');
  if (empty) empty.hidden = saved.length > 0;
  if (focused < 0) return;
  const hearts = document.querySelectorAll<HTMLElement>('#shortlist .save');
  (hearts[Math.min(focused, hearts.length - 1)] ?? empty?.querySelector('a'))?.focus();
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
