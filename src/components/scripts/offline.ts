import { usableStorage } from '#stores/browser-storage.ts';
import { keptArtists, SHORTLIST_KEY } from '#stores/shortlist.ts';

/* Runs when it is imported: names the saved artists, and goes on as soon as there is a network. */
const again = () => location.reload();
addEventListener('online', again);
document.querySelector('#try-again')?.addEventListener('click', again);

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
