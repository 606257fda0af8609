import { usableStorage } from '#browser/browser-storage.ts';
import { takeFlash } from '#browser/flash.ts';
import { sameOriginPath } from '#config/paths.ts';

/* Runs when it is imported: shows the toast that the page before this one left, and sends what is still waiting; goes to where the reader was. */

/** A page that takes longer shows the toast before it is there. */
const LATEST_MS = 3000;
const LOOK_MS = 50;

/** Once the page has what it loads at first: a toast looks for the place where it covers the least. */
async function isFilled(): Promise<void> {
  const end = Date.now() + LATEST_MS;
  while (document.querySelector('[data-loading]') && Date.now() < end)
    await new Promise((done) => setTimeout(done, LOOK_MS));
}

// Imported late, as below: the script of every page lists what this file imports at once.
void Promise.all([import('#ui/overlays/toast.ts'), isFilled()]).then(([{ toast }]) => {
  const flash = takeFlash();
  if (!flash) return;
  const path = sameOriginPath(flash.link?.path);
  const action = path && {
    label: flash.link?.label ?? '',
    onClick: () => location.assign(path),
  };
  const { description } = flash;
  void toast[flash.kind](flash.text, {
    ...(description && { description }),
    ...(action && { action }),
  });
});

if (usableStorage('sessionStorage').getItem('mural-place')) import('./same-place.ts');
if (localStorage.getItem('quote.sending'))
  import('#features/requests/sending/resume-quotes.script.ts');
if (localStorage.getItem('wall.sending')) import('#features/requests/photos/resume-wall.script.ts');
