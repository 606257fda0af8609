import { paths } from '#config/paths.ts';
import type { Artist } from '#features/artists/artist.ts';
import { pausedUntil } from '#features/artists/pause.ts';
import { Badge } from '#ui/Badge.tsx';

/** What keeps requests away from an artist, on every tab, each with the way to change it; null where nothing does. */
export function profileState(artist: Artist) {
  const until = pausedUntil(artist.paused_until);
  if (artist.public_visible && !until) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
      {!artist.public_visible && (
        <>
          <Badge>Private</Badge>
          <a href={paths.setup()} className="font-semibold text-sm underline">
            Finish Your Profile
          </a>
        </>
      )}
      {until && (
        <a href={paths.dashboard('artist', 'settings')} className="font-semibold text-sm underline">
          Paused<span className="sr-only">{` until ${until}`}</span>
        </a>
      )}
    </div>
  );
}
