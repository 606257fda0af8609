import type { ReactNode } from 'react';
import { paths } from '#config/paths.ts';
import { freeFrom, pausedUntil } from '#features/artists/pause.ts';
import type { ComparedArtist } from '#features/artists/public-artists.api.ts';
import { Rating } from '#features/artists/Rating.tsx';
import { usuallyAnswers } from '#features/artists/trust-facts.ts';
import { dollars } from '#lib/format.ts';
import { optionLabel } from '#lib/options.ts';
import { placeLabel } from '#lib/place.ts';
import { namedOnly } from '#lib/style.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { cx } from '#ui/cx.ts';
import { ComparedPictures } from './ComparedPictures.tsx';

interface Props {
  artists: readonly ComparedArtist[];
  city: string;
  /** By slug; null where none is known. */
  distances: ReadonlyMap<string, string> | null;
  onRemove: (artist: ComparedArtist) => void;
}

/** What is compared: null where an artist says nothing of it, which `unknown` tells. */
type Row = readonly [label: string, value: (artist: ComparedArtist) => ReactNode, unknown?: string];

const ROWS: readonly Row[] = [
  ['Rating', (artist) => <Rating rating={artist.average_rating} reviews={artist.review_count} />],
  ['Styles', ({ styles }) => chips(namedOnly(styles))],
  ['Surfaces', ({ surfaces }) => chips(surfaces.map(optionLabel))],
  ['Answers', ({ answer_hours }) => usuallyAnswers(answer_hours), 'Too early to tell'],
  ['Walls from', ({ minimum_price }) => (minimum_price ? dollars(minimum_price) : null)],
  ['Next free', ({ paused_until, unclaimed }) => (unclaimed ? null : freeFrom(paused_until))],
];

/**
 * A row for each thing, a column for each artist. Where the columns do not fit, the table scrolls sideways from one
 * artist to the next under row names that stay.
 */
export function CompareTable({ artists, city, distances, onRemove }: Props) {
  const place: Row = ['City', (artist) => placeLabel(artist.city, artist.state)];
  const away: Row = [`From ${city.trim()}`, ({ slug }) => distances?.get(slug), 'Not known'];
  const rows = [place, ...(distances ? [away] : []), ...ROWS].filter(([, value]) =>
    artists.some((artist) => value(artist)),
  );
  return (
    <section
      aria-label="Artists side by side"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll what does not fit
      tabIndex={0}
      className="relative snap-x snap-mandatory scroll-pl-24 overflow-x-auto rounded-card border border-line bg-paper-2 sm:scroll-pl-32 print:overflow-visible print:border-0"
    >
      <table className="w-full border-separate border-spacing-0 text-left">
        <caption className="sr-only">Artists, one a column</caption>
        <thead>
          <tr>
            <td className={cx(SIDE, 'border-t-0')} />
            {artists.map((artist) => (
              <th key={artist.slug} scope="col" className={cx(COLUMN, WIDTHS[artists.length])}>
                <a
                  href={paths.artist(artist.slug)}
                  className="font-display text-xl/6 wrap-anywhere hover:text-brand"
                >
                  {artist.name}
                </a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Line label="Photos" artists={artists}>
            {(artist) => <ComparedPictures artist={artist} onRemove={() => onRemove(artist)} />}
          </Line>
          {rows.map(([label, value, unknown = 'Not said']) => (
            <Line key={label} label={label} artists={artists}>
              {(artist) => value(artist) || <span className="text-ink-2">{unknown}</span>}
            </Line>
          ))}
          <Line label="Next step" artists={artists} className="print:hidden">
            {(artist) => <NextStep artist={artist} />}
          </Line>
        </tbody>
      </table>
    </section>
  );
}

const CELL = 'border-line border-t p-3 align-top print:px-2 print:py-1';
const SIDE = cx(
  CELL,
  'sticky left-0 z-10 w-24 min-w-24 max-w-24 bg-paper-2 font-normal text-ink-2 text-sm sm:w-32 sm:min-w-32 sm:max-w-32 sm:pl-5 print:static',
);
// More than half of a phone: the next artist is seen to be there.
const COLUMN = cx(
  CELL,
  'w-[52vw] min-w-[52vw] snap-start border-t-0 align-bottom sm:min-w-44 print:min-w-0',
);
const WIDTHS = ['', 'sm:w-full', 'sm:w-1/2', 'sm:w-1/3', 'sm:w-1/4'];

interface LineProps {
  label: string;
  artists: readonly ComparedArtist[];
  className?: string;
  children: (artist: ComparedArtist) => ReactNode;
}

function Line({ label, artists, className, children }: LineProps) {
  return (
    <tr className={className}>
      <th scope="row" className={cx(SIDE, 'wrap-anywhere')}>
        {label}
      </th>
      {artists.map((artist) => (
        <td key={artist.slug} className={cx(CELL, 'wrap-anywhere')}>
          {children(artist)}
        </td>
      ))}
    </tr>
  );
}

function chips(words: readonly string[]): ReactNode {
  if (words.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {words.map((word, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a word may be listed twice
        <li key={place} className="chip">
          {word}
        </li>
      ))}
    </ul>
  );
}

/** No request to who takes none, as on the artist's own page. */
function NextStep({ artist }: { artist: ComparedArtist }) {
  const { id, slug, name, paused_until, unclaimed } = artist;
  const until = pausedUntil(paused_until);
  const refusal = unclaimed ? 'Has not joined yet' : until && `No new requests until ${until}`;
  return (
    <div className="flex flex-col items-start gap-2">
      <ButtonLink
        href={paths.artist(slug)}
        variant="secondary"
        className="w-full"
        aria-label={`View Profile of ${name}`}
      >
        View Profile
      </ButtonLink>
      {refusal ? (
        <p className="text-ink-2 text-sm">{refusal}</p>
      ) : (
        <ButtonLink
          href={paths.quoteFor({ artist: id })}
          className="w-full"
          aria-label={`Request Quote from ${name}`}
        >
          Request Quote
        </ButtonLink>
      )}
    </div>
  );
}
