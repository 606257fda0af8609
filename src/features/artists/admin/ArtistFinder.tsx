import { useCallback, useId, useState } from 'react';
import { SearchBox } from '#ui/admin-list/SearchBox.tsx';
import { SmallButton } from '#ui/Button.tsx';
import { useLoad } from '#ui/hooks/use-load.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { ArtistLine } from './ArtistLine.tsx';
import type { AdminArtistCard } from './artist-choice.ts';
import { findArtists } from './artists.api.ts';

interface ArtistFinderProps {
  /** Ids that are chosen already. */
  taken: readonly string[];
  /** What a press does: 'Add', before the artist's name. */
  verb?: string;
  onPick: (artist: AdminArtistCard) => void;
}

/** Finds artists by name, city, slug or email and hands over the picked one. */
export function ArtistFinder({ taken, verb = 'Add', onPick }: ArtistFinderProps) {
  const [search, setSearch] = useState('');
  const find = useCallback(
    async (signal: AbortSignal) => (search ? findArtists(search, signal) : []),
    [search],
  );
  const { data, failed, reload } = useLoad(find);
  const id = useId();
  const found = (search && data ? data : []).filter((artist) => !taken.includes(artist.id));
  return (
    <div className="space-y-2">
      <SearchBox label="Find an artist" value={search} onSearch={setSearch} />
      {failed && <LoadFailed text="Artists didn’t load." onRetry={reload} />}
      <ul aria-label="Found artists" className="divide-y divide-line">
        {found.map((artist) => (
          <ArtistLine key={artist.id} artist={artist} detailsId={`${id}-${artist.id}`}>
            <SmallButton
              aria-label={`${verb} ${artist.name}`}
              aria-describedby={`${id}-${artist.id}`}
              onClick={() => onPick(artist)}
            >
              {verb}
            </SmallButton>
          </ArtistLine>
        ))}
      </ul>
      {search && data && found.length === 0 && (
        <p role="status" className="text-ink-2 text-sm">
          No other artist fits.
        </p>
      )}
    </div>
  );
}
