import { usableStorage } from '#browser/browser-storage.ts';
import { paths } from '#config/paths.ts';
import { keptArtists, SHORTLIST_KEY } from '#features/directory/shortlist/shortlist.store.ts';
import { networkOr } from '#ui/lost.ts';

/* Runs when it is imported: names the saved artists, and goes on as soon as the site can be reached. */
const MAX_WAIT_MS = 30_000;

document.querySelector('#try-again')?.addEventListener('click', () => location.reload());

// The browser may say that there is a network before there is one, and not at all where only this site was gone.
const reachable = () =>
  fetch(paths.offline, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
async function goOn(): Promise<void> {
  for (let wait = 1000; !(await reachable()); wait = Math.min(wait * 2, MAX_WAIT_MS))
    await networkOr(wait);
  location.reload();
}
// Its own address has nothing to go on to.
if (location.pathname !== paths.offline) goOn();

const saved = keptArtists(usableStorage('localStorage'), SHORTLIST_KEY);
const section = document.querySelector<HTMLElement>('#kept');
if (section && saved.length > 0) {
  section.hidden = false;
  section.querySelector('[data-list]')?.append(
    ...saved.map(({ name, place }) => {
      const item = document.createElement('li');
      item.textContent = place ? `${name}, ${place}` : name;
      return item;
    }),
  );
}
