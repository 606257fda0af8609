import { again } from '#ui/again.ts';

/** Wide enough for a wall on any screen. */
const WIDE = 1280;

/** 'See it on your wall', of a mural's page. */
export async function seeOnWall({ dataset: { title, artist } }: HTMLElement): Promise<void> {
  const picture = document.querySelector<HTMLImageElement>('.mural-hero img');
  if (!picture) return;
  const { openWallPreview } = await again(
    () => import('#features/wall-preview/composer.script.ts'),
  );
  await openWallPreview({
    mural: {
      title: title ?? null,
      artist: artist ?? null,
      srcs: sourcesOf(picture),
      corners: picture.dataset.corners?.split(',').map(Number),
    },
  });
}

function sourcesOf(image: HTMLImageElement): string[] {
  const sized = image.srcset.split(', ').map((one) => one.split(' ') as [string, string]);
  const wide = sized.find(([, width]) => Number.parseInt(width, 10) >= WIDE) ?? sized.at(-1);
  return [wide?.[0] ?? '', image.currentSrc, image.src].filter(Boolean);
}
