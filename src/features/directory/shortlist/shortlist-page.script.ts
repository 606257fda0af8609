import { onStored, usableStorage } from '#browser/browser-storage.ts';
import { paths } from '#config/paths.ts';
import { again } from '#ui/again.ts';
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
  if (saved.length > 0) compare(saved).catch(console.error);
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

/** Under each card what the artist says of the same things, once it is known. */
async function compare(saved: readonly SavedArtist[]): Promise<void> {
  const { savedFacts } = await again(() => import('./saved-facts.store.ts'));
  const facts = await savedFacts(saved.map(({ slug }) => slug));
  for (const list of document.querySelectorAll<HTMLElement>('#shortlist dl'))
    list.replaceChildren(
      ...(facts.get(list.dataset.of ?? '') ?? []).flatMap((fact) =>
        fact.map((textContent, i) =>
          Object.assign(document.createElement(i === 0 ? 'dt' : 'dd'), { textContent }),
        ),
      ),
    );
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
  const facts = node.querySelector('dl');
  if (facts) facts.dataset.of = slug;
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
