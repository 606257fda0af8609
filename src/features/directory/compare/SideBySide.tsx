import { type ReactNode, useRef, useState } from 'react';
import { usableStorage } from '#browser/browser-storage.ts';
import { paths } from '#config/paths.ts';
import type { ComparedArtist } from '#features/artists/public-artists.api.ts';
import { COMPARED_ARTISTS } from '#lib/limits.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { useRefocus } from '#ui/hooks/use-refocus.ts';
import { LiveRegion } from '#ui/LiveRegion.tsx';
import type { Pieces } from '#ui/pieces.ts';
import { keptArtists, RECENT_KEY, SHORTLIST_KEY } from '../shortlist/shortlist.store.ts';
import { CompareTable } from './CompareTable.tsx';
import { namesInLine } from './compared.ts';
import { useDistances } from './use-distances.ts';
import { WallCity } from './WallCity.tsx';

interface Props {
  slugs: readonly string[];
  /** More were named than fit. */
  cut: boolean;
  found: readonly ComparedArtist[];
  /** Where the wall is, until another city is typed. */
  firstCity: string;
  /** In the place of the table once nobody is left. */
  nobody: Pieces;
}

/** Who was found, who was not, and what a person does with the comparison. */
export function SideBySide({ slugs, cut, found, firstCity, nobody }: Props) {
  const [shown, setShown] = useState(() =>
    slugs.flatMap((slug) => found.find((artist) => artist.slug === slug) ?? []),
  );
  const missing = slugs.filter((slug) => !found.some((artist) => artist.slug === slug));
  const [removed, setRemoved] = useState('');
  const nextButton = useRef(0);
  const { city, setCity, distances, unknown } = useDistances(shown, firstCity);
  useRefocus(shown.length, () => {
    const buttons = document.querySelectorAll<HTMLElement>('[data-remove]');
    return (
      buttons[Math.min(nextButton.current, buttons.length - 1)] ?? document.querySelector('h1')
    );
  });

  const remove = (artist: ComparedArtist) => {
    const rest = shown.filter((one) => one !== artist);
    nextButton.current = shown.indexOf(artist);
    history.replaceState(history.state, '', paths.compare(rest.map(({ slug }) => slug)));
    setShown(rest);
    setRemoved(`${artist.name} is not compared any more.`);
  };

  return (
    <div className="flex flex-col gap-6">
      <LiveRegion text={removed} />
      {cut && <Note>Only {COMPARED_ARTISTS} fit side by side: the first ones are shown.</Note>}
      {missing.length > 0 && <Missing slugs={missing} />}
      {shown.length === 0 && nobody}
      {shown.length > 0 && (
        <>
          <div className="flex flex-wrap items-end justify-between gap-4 print:hidden">
            <WallCity city={city} onChange={setCity} unknown={unknown} />
            <div className="flex flex-wrap gap-3">
              <Button variant="secondary" data-act="share" data-here="">
                Share
              </Button>
              <Button variant="secondary" onClick={() => print()}>
                Print
              </Button>
              {shown.length < COMPARED_ARTISTS && (
                <ButtonLink variant="ghost" href={paths.shortlist}>
                  Your Shortlist
                </ButtonLink>
              )}
            </div>
          </div>
          <CompareTable artists={shown} city={city} distances={distances} onRemove={remove} />
        </>
      )}
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className="rounded-control border border-line bg-paper-2 px-4 py-3 print:hidden">
      {children}
    </p>
  );
}

/** By the names that this browser remembers, else by their addresses. */
function Missing({ slugs }: { slugs: readonly string[] }) {
  const storage = usableStorage('localStorage');
  const kept = [SHORTLIST_KEY, RECENT_KEY].flatMap((key) => keptArtists(storage, key));
  const names = slugs.map((slug) => kept.find((one) => one.slug === slug)?.name ?? slug);
  return (
    <Note>
      <span className="wrap-anywhere">{namesInLine(names)}</span>{' '}
      <span>{names.length > 1 ? 'are' : 'is'}</span> not available any more.
    </Note>
  );
}
