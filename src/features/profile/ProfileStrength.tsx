import { useId } from 'react';
import type { Artist } from '#features/artists/artist.ts';
import type { Pieces } from '#ui/pieces.ts';
import { piecePath } from './piece-path.ts';
import { missingPieces, profileStrength } from './profile-strength.ts';

/** So many at once are a task; all of them are a reproach. */
const MOST = 3;

interface Props {
  artist: Artist;
  title?: string;
  /** Below the pieces. */
  children?: Pieces;
}

/** How much of a profile is there, what is missing and why it helps, each with the way to mend it. */
export function ProfileStrength({ artist, title = 'Profile strength', children }: Props) {
  const id = useId();
  const pieces = missingPieces(artist).slice(0, MOST);
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-4 rounded-card border border-line bg-paper-2 p-5 shadow-card"
    >
      <StrengthMeter artist={artist} title={title} id={id} />
      {pieces.length > 0 && (
        <ul className="flex flex-col">
          {pieces.map((piece) => (
            <li key={piece.name} className="border-line border-t py-1.5">
              <a
                href={piecePath(piece, artist)}
                className="group grid min-h-11 grid-cols-[1fr_auto] items-center gap-x-3 rounded-control py-1"
              >
                <span className="font-semibold underline decoration-line decoration-2 underline-offset-4 group-hover:decoration-brand">
                  {piece.text}
                </span>
                <span aria-hidden="true" className="text-brand text-xl">
                  →
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  );
}

interface MeterProps {
  artist: Artist;
  title: string;
  id: string;
}

function StrengthMeter({ artist, title, id }: MeterProps) {
  const strength = profileStrength(artist);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id={id} className="font-display text-xl">
          {title}
        </h2>
        <span
          aria-hidden="true"
          className="font-display text-2xl tabular-nums"
        >{`${strength}%`}</span>
      </div>
      <meter aria-labelledby={id} min={0} max={100} value={strength} className="strength-meter" />
    </div>
  );
}
