import { paths } from '#config/paths.ts';
import type { Artist } from '#features/artists/artist.ts';
import { SETUP_STEPS, type SetupStep } from '../profile-strength.ts';
import { missingToPublish, type PublishNeed } from '../publish-readiness.ts';
import { CardPreview } from './CardPreview.tsx';
import { HeadPreview } from './HeadPreview.tsx';

interface Props {
  artist: Artist;
  /** How many pictures are still on their way. */
  uploading: number;
  onStep: (step: number) => void;
}

const NEEDS: Record<PublishNeed, [text: string, at: SetupStep]> = {
  name: ['Your name', 'place'],
  city: ['Your city', 'place'],
  style: ['One style at least', 'place'],
  picture: ['One photo at least', 'walls'],
};

/** The card and the page as visitors will see them, and what is missing before they do. */
export function PublishStep({ artist, uploading, onStep }: Props) {
  const missing = missingToPublish(artist);
  return (
    <div className="flex flex-col gap-8">
      {missing.length > 0 && (
        <section
          aria-labelledby="missing"
          className="rounded-card border-2 border-accent bg-paper-2 p-5"
        >
          <h3 id="missing" className="font-display text-xl">
            Before it can go public
          </h3>
          <ul className="mt-2 flex flex-col">
            {missing.map((need) => {
              const [text, at] = NEEDS[need];
              const step = SETUP_STEPS.indexOf(at) + 1;
              return (
                <li key={need}>
                  <a
                    href={paths.setup(step)}
                    className="flex min-h-11 items-center justify-between gap-3 font-semibold underline decoration-2 underline-offset-4"
                    onClick={(event) => {
                      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                      event.preventDefault();
                      onStep(step);
                    }}
                  >
                    <span>{text}</span>
                    <span aria-hidden="true" className="text-brand">
                      →
                    </span>
                  </a>
                </li>
              );
            })}
          </ul>
        </section>
      )}
      {uploading > 0 && (
        <p role="status" className="text-ink-2">
          <span>{uploading === 1 ? 'One wall is' : `${uploading} walls are`}</span> still on the
          way.
        </p>
      )}
      <HeadPreview artist={artist} />
      <div className="max-w-sm lg:hidden">
        <CardPreview artist={artist} />
      </div>
    </div>
  );
}
