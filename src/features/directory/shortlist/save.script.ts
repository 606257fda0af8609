import { onStored, unkeptKeys, usableStorage } from '#browser/browser-storage.ts';
import { paths } from '#config/paths.ts';
import { plural } from '#lib/format.ts';
import { again } from '#ui/again.ts';
import {
  keptArtists,
  SHORTLIST_EVENT,
  SHORTLIST_KEY,
  SHORTLIST_MAX,
  toggleArtist,
} from './shortlist.store.ts';
import { artistOfCard, thisArtist } from './this-artist.script.ts';

const storage = usableStorage('localStorage');

/** A press on a heart: of a card, or of the artist whose page this is. */
export async function save(button: HTMLElement): Promise<void> {
  const artist = artistOf(button);
  if (!artist) return;
  const done = toggleArtist(storage, artist);
  dispatchEvent(new Event(SHORTLIST_EVENT));
  if (done === 'full')
    await complain(`Your shortlist holds ${SHORTLIST_MAX} artists. Remove one to add another.`);
  else if (unkeptKeys('localStorage').includes(SHORTLIST_KEY))
    await complain('This browser can’t keep your shortlist after you leave.');
}

async function complain(text: string): Promise<void> {
  const { toast } = await again(() => import('#ui/overlays/toast.ts'));
  await toast.error(text);
}

function artistOf(button: Element) {
  const card = button.closest('.artist-card');
  return card ? artistOfCard(card) : thisArtist();
}

/** Every heart shows whether its artist is on the list, and the bar how many are. */
function show(): void {
  const kept = keptArtists(storage, SHORTLIST_KEY);
  const slugs = new Set(kept.map(({ slug }) => slug));
  for (const button of document.querySelectorAll('[data-act="save"]'))
    button.ariaPressed = String(slugs.has(artistOf(button)?.slug ?? ''));
  showCount(kept.length);
}

/** Beside the logo, where nothing has to make room for it. */
function showCount(count: number): void {
  const logo = document.querySelector('.site-header a');
  let link = document.querySelector<HTMLAnchorElement>('#shortlist-link');
  if (count === 0) {
    link?.remove();
    return;
  }
  if (!link) {
    link = Object.assign(document.createElement('a'), { id: 'shortlist-link' });
    link.href = paths.shortlist;
    link.className = 'nav-link save';
    logo?.after(link);
  }
  link.textContent = String(count);
  link.ariaLabel = `Shortlist: ${plural(count, 'artist')}`;
}

show();
onStored([SHORTLIST_KEY], show);
addEventListener(SHORTLIST_EVENT, show);
addEventListener('pageshow', (event) => event.persisted && show());
// Lists fetch and filter their cards.
const main = document.querySelector('main');
if (main) {
  new MutationObserver((changes) => {
    if (changes.some(({ addedNodes }) => addedNodes.length > 0)) show();
  }).observe(main, { childList: true, subtree: true });
}
