import { paths } from '#config/paths.ts';
import type { WallMural } from '#features/wall-preview/picture.ts';
import { again } from '#ui/again.ts';

/** Wide enough for a wall on any screen. */
const WIDE = 1280;

/** 'See it on your wall', of a mural's page or of a picture in the lightbox. */
export async function seeOnWall(button: HTMLElement): Promise<void> {
  const shown = button.closest('.lightbox-slide') ?? document.querySelector('.mural-hero');
  const picture = shown?.querySelector('img');
  if (!picture) return;
  const { openWallPreview } = await again(
    () => import('#features/wall-preview/composer.script.ts'),
  );
  await openWallPreview({
    mural: {
      ...namesOnPage(),
      srcs: sourcesOf(picture),
      corners: picture.dataset.corners?.split(',').map(Number),
    },
    onAttach: attach,
  });
}

/** Keeps the picture for the next request of this browser, and goes on to the one that this page's link begins. */
async function attach(picture: Blob): Promise<string> {
  const { attachToRequest } = await again(
    () => import('#features/requests/photos/attach-preview.script.ts'),
  );
  await attachToRequest(picture);
  return document.querySelector<HTMLAnchorElement>('main a[href^="/quote?"]')?.href ?? paths.quote;
}

/** A mural's page names both; on an artist's, a picture has no name of its own. */
function namesOnPage(): Pick<WallMural, 'title' | 'artist'> {
  const mural = document.querySelector<HTMLElement>('main [data-act=wall-preview]');
  if (mural) return { title: mural.dataset.title ?? null, artist: mural.dataset.artist ?? null };
  return { title: null, artist: document.querySelector('h1')?.textContent?.trim() ?? null };
}

function sourcesOf(image: HTMLImageElement): string[] {
  const sized = image.srcset.split(', ').map((one) => one.split(' ') as [string, string]);
  const wide = sized.find(([, width]) => Number.parseInt(width, 10) >= WIDE) ?? sized.at(-1);
  return [wide?.[0] ?? '', image.currentSrc, image.src].filter(Boolean);
}
