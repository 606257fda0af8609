import { createHash } from 'node:crypto';
import { ARTISTS } from '../data/artists/index.ts';
import { planGallery } from '../gallery.ts';
import { photoPath } from '../rows.ts';
import { paint, paintingSvg } from './painting.ts';
import { paintProfile, profileSvg } from './profile.ts';

export interface DemoPainting {
  bucket: string;
  path: string;
  /** Differs as soon as the data or the painter would paint something else. */
  fingerprint: string;
  /** Paints it; gives a PNG. */
  paint(): Promise<Uint8Array>;
}

/** All that the demo shows: the walls, then the portraits. */
export function demoPaintings(): DemoPainting[] {
  const walls = planGallery().pictures.map(({ painting, path }) => ({
    bucket: 'portfolio-images',
    path,
    fingerprint: hash([painting, paintingSvg(painting)]),
    paint: () => paint(painting),
  }));
  const portraits = ARTISTS.flatMap((artist) => {
    const look = artist.photo;
    if (!look) return [];
    return {
      bucket: 'profile-photos',
      path: photoPath(artist),
      fingerprint: hash(profileSvg(artist.slug, look)),
      paint: () => paintProfile(artist.slug, look),
    };
  });
  return [...walls, ...portraits];
}

const hash = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 20);
