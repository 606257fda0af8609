import { paths } from '#config/paths.ts';
import type { TrackedRequest } from '#domain/tracked-request.ts';
import { AssignmentBadge } from '../AssignmentBadge.tsx';
import { When } from '../LeadDetails.tsx';

/** The artists who have the request, and how far each is. */
export function Holders({ artists }: Pick<TrackedRequest, 'artists'>) {
  return (
    <section aria-labelledby="holders" className="rounded-card bg-paper-2 p-5">
      <h2 id="holders" className="font-display text-xl">
        Who has it
      </h2>
      {artists.length === 0 && <p className="mt-3">No artist has this request yet.</p>}
      <ul className="mt-3 flex flex-col gap-3 empty:hidden">
        {artists.map((artist) => (
          <li
            key={artist.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1"
          >
            {artist.slug ? (
              <a href={paths.artist(artist.slug)} className="font-semibold underline wrap-anywhere">
                {artist.name}
              </a>
            ) : (
              <span className="font-semibold wrap-anywhere">{artist.name}</span>
            )}
            <span className="flex shrink-0 items-center gap-3 text-ink-2 text-sm">
              <When iso={artist.updated_at} />
              <AssignmentBadge state={artist.state} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
