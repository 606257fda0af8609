import { usableStorage } from '#browser/browser-storage.ts';

/*
 * Runs when it is imported: goes to where the reader was in the other language (language.ts). Lists are drawn a little
 * later than the page, and what lies below the window gets its height when it comes near.
 */
const KEY = 'mural-place';
const UNTIL_MS = 8000;
const LOOK_MS = 50;
/** Who scrolls is where they want to be. */
const OWN_MOVES = ['wheel', 'touchstart', 'keydown', 'pointerdown'];

const storage = usableStorage('sessionStorage');
const [place, top]: [number, number] = JSON.parse(storage.getItem(KEY) ?? '[]');
storage.removeItem(KEY);
const end = Date.now() + UNTIL_MS;
const follow = setInterval(() => {
  const element = document.querySelectorAll('main *')[place];
  if (element) scrollBy({ top: element.getBoundingClientRect().top - top, behavior: 'instant' });
  if (Date.now() > end) clearInterval(follow);
}, LOOK_MS);
for (const move of OWN_MOVES) addEventListener(move, () => clearInterval(follow), { once: true });
