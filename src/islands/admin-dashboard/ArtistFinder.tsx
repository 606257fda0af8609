import { useCallback, useState } from 'react';
import { type ArtistChoice, findArtists } from '#data/admin-lists.ts';
import { Button } from '#ui/Button.tsx';
import { LoadFailed } from '#ui/dashboard/LoadFailed.tsx';
import { useLoad } from '#ui/use-load.ts';
import { SearchBox } from './SearchBox.tsx';

interface ArtistFinderProps {
  /** Ids that are chosen already. */
  taken: readonly string[];
  /** Shown before anything is searched. */
  suggested: readonly ArtistChoice[];
  /** What a press does, for who does not see the sign. */
  verb?: string;
  onPick: (artist: ArtistChoice) => void;
}

/** Finds artists by name, city or e-mail and hands over the picked one. */
export function ArtistFinder({ taken, suggested, verb = 'Add ', onPick }: ArtistFinderProps) {
  const [search, setSearch] = useState('');
  const find = useCallback(
    async (signal: AbortSignal) => (search ? findArtists(search, signal) : []),
    [search],
  );
  const { data, failed, reload } = useLoad(find);
  const found = (search ? (data ?? []) : suggested).filter(({ id }) => !taken.includes(id));
  return (
    <div className="space-y-2">
      <SearchBox label="Find an artist" value={search} onSearch={setSearch} />
      {failed && <LoadFailed what="Artists" onRetry={reload} />}
      {!search && found.length > 0 && <p className="text-ink-2 text-sm">These fit the request:</p>}
      <ul aria-label="Found artists" className="flex flex-wrap gap-2">
        {found.map((artist) => (
          <li key={artist.id}>
            <Button variant="secondary" size="sm" onClick={() => onPick(artist)}>
              <span aria-hidden="true">+</span>
              <span className="sr-only">{verb}</span>
              {artist.name}
            </Button>
          </li>
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
