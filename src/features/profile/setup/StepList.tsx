import { paths } from '#config/paths.ts';
import type { Artist } from '#features/artists/artist.ts';
import { cx } from '#ui/cx.ts';
import { isStepDone, SETUP_STEPS, type SetupStep } from '../profile-strength.ts';

interface Props {
  artist: Artist;
  step: number;
  onStep: (step: number) => void;
}

const LABELS: Record<SetupStep, string> = {
  photo: 'Photo',
  walls: 'Walls',
  place: 'About',
  publish: 'Publish',
};

/** The four steps, which of them are done, and where the artist is. */
export function StepList({ artist, step, onStep }: Props) {
  return (
    <nav aria-label="Steps">
      <ol className="grid grid-cols-[repeat(auto-fit,minmax(min(3.75rem,100%),1fr))] gap-2 sm:gap-3">
        {SETUP_STEPS.map((name, i) => {
          const isHere = i + 1 === step;
          const isDone = isStepDone(artist, name);
          return (
            <li key={name}>
              <a
                href={paths.setup(i + 1)}
                aria-current={isHere ? 'step' : undefined}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  onStep(i + 1);
                }}
                className={cx(
                  'flex min-h-11 flex-col gap-2 border-t-6 pt-2 text-sm sm:text-base',
                  isHere ? 'border-brand font-bold' : isDone ? 'border-leaf' : 'border-line',
                  !isHere && 'text-ink-2 hover:text-ink',
                )}
              >
                <span className="flex items-center gap-1.5">
                  {isDone && (
                    <span className="font-bold text-leaf">
                      <span aria-hidden="true">✓</span>
                      <span className="sr-only">Done: </span>
                    </span>
                  )}
                  <span>{LABELS[name]}</span>
                </span>
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
