import { usableStorage } from '#browser/browser-storage.ts';
import { OTHER } from '#config/language.ts';

/** That the reader has chosen a language, or wants to hear no more of another one. */
const LANGUAGE_KEY = 'mural-language';
/** Which element of a page was at the top of the window, and how far below it. */
const PLACE_KEY = 'mural-place';

const choose = () => usableStorage('localStorage').setItem(LANGUAGE_KEY, 'chosen');

/** Runs when it is imported. A page has the same elements in both languages, and other heights. */
addEventListener('click', ({ target }) => {
  if (!(target as Element).closest?.('a[hreflang]')) return;
  choose();
  const boxes = [...document.querySelectorAll('main *')].map((one) => one.getBoundingClientRect());
  // What is hidden has no height. Below all of it is the footer.
  const place = Math.max(
    0,
    boxes.findIndex(({ top, height }) => top >= 0 && height > 0),
  );
  if (scrollY > 0)
    usableStorage('sessionStorage').setItem(PLACE_KEY, JSON.stringify([place, boxes[place]?.top]));
});

// Only a script opens the menu of phones.
const link = document.querySelector('footer a[hreflang]')?.cloneNode(true);
if (link instanceof HTMLAnchorElement) {
  link.className = 'mobile-link';
  const item = document.createElement('li');
  item.append(link);
  document.querySelector('#mobile-menu ul')?.append(item);
}

if (navigator.language.startsWith(OTHER) && !usableStorage('localStorage').getItem(LANGUAGE_KEY))
  import('./offer-language.ts').then(({ offerLanguage }) => offerLanguage(choose)).catch(() => {});
