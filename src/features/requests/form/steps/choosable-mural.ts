import type { Mural } from '#features/murals/mural.ts';
import type { PaintedMural } from '#features/murals/mural-card.ts';
import { muralCard } from '#features/murals/mural-card.ts';
import type { Picture } from '#features/pictures/picture.ts';

/** What the form shows of a mural, and keeps of one that is chosen. */
export interface ChoosableMural {
  slug: string;
  name: string;
  styles: string[];
  painter: string | null;
  picture: Picture;
}

/** The first murals of a choice, and whether there are more. */
export interface ChoosableMurals {
  tiles: ChoosableMural[];
  more: boolean;
}

/** The tile of a mural in the page; null without a picture: a wall that cannot be seen says nothing about a look. */
export function choosableMural(
  { mural, painter }: PaintedMural & { mural: Pick<Mural, 'styles'> },
  published: (url: string | null) => Picture | null,
): ChoosableMural | null {
  const { slug, name, pictures } = muralCard({ mural, painter }, published);
  const [picture] = pictures;
  return picture
    ? { slug, name, styles: mural.styles, painter: painter?.name ?? null, picture }
    : null;
}
