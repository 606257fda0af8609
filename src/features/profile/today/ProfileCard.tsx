import { paths } from '#config/paths.ts';
import type { Artist } from '#features/artists/artist.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { missingPieces, openStep, piecePath, profileStrength } from '../profile-strength.ts';

/** So many at once are a task; all of them are a reproach. */
const MOST = 3;

/**
 * How much of a profile is there and what is missing, each with the way to mend it; the way back to the setup until the
 * profile is public, and nothing once it is complete.
 */
export function ProfileCard({ artist }: { artist: Artist }) {
  const strength = profileStrength(artist);
  const { public_visible } = artist;
  if (public_visible && strength === 100) return null;
  return (
    <section
      aria-labelledby="strength"
      className="flex flex-col gap-4 rounded-card border border-line bg-paper-2 p-5 shadow-card"
    >
      <div className="flex flex-col gap-2">
        <div className="flex items-baseline justify-between gap-3">
          <h2 id="strength" className="font-display text-xl">
            {public_visible ? 'Profile strength' : 'Finish Your Profile'}
          </h2>
          <span
            aria-hidden="true"
            className="font-display text-2xl tabular-nums"
          >{`${strength}%`}</span>
        </div>
        <meter
          aria-labelledby="strength"
          min={0}
          max={100}
          value={strength}
          className="strength-meter"
        />
      </div>
      <ul className="flex flex-col empty:hidden">
        {missingPieces(artist)
          .slice(0, MOST)
          .map((piece) => (
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
      {!public_visible && (
        <ButtonLink href={paths.setup(openStep(artist))} className="self-start max-sm:w-full">
          Continue
        </ButtonLink>
      )}
    </section>
  );
}
