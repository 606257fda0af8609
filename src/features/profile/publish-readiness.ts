import type { Artist } from '#features/artists/artist.ts';
import { isVisible } from '#lib/visible-text.ts';

/** What a profile needs before its owner publishes it, in this order; `private.guard_artist` asks for the same in SQL. */
const PUBLISH_NEEDS = ['name', 'city', 'style', 'picture'] as const;
export type PublishNeed = (typeof PUBLISH_NEEDS)[number];

type Publishable = Pick<Artist, 'name' | 'city' | 'styles' | 'profile_photo' | 'portfolio_images'>;

/** Which of them are missing. A profile that is public already stays so, whatever is removed from it. */
export function missingToPublish(artist: Publishable): PublishNeed[] {
  const has: Record<PublishNeed, boolean> = {
    name: isVisible(artist.name),
    city: isVisible(artist.city ?? ''),
    style: artist.styles.length > 0,
    picture: artist.profile_photo !== null || artist.portfolio_images.length > 0,
  };
  return PUBLISH_NEEDS.filter((need) => !has[need]);
}
