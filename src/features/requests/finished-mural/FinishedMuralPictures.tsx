import { useCallback } from 'react';
import { signPictures } from '#features/pictures/message-pictures.api.ts';
import { LIMITS } from '#lib/limits.ts';
import { cx } from '#ui/cx.ts';
import { FieldError } from '#ui/forms/Field.tsx';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { Skeleton } from '#ui/Spinner.tsx';
import { useLoad } from '#ui/use-load.ts';
import type { FinishedMural } from './finished-mural.ts';

interface Props {
  finished: FinishedMural;
  /** Paths, in the order in which the page shows them. */
  chosen: readonly string[];
  error: string | undefined;
  onChosen: (paths: string[]) => void;
}

/** The pictures of the conversation, to be pressed in the order in which the page shows them: the first is its cover. */
export function FinishedMuralPictures({ finished, chosen, error, onChosen }: Props) {
  const { pictures, consent } = finished;
  const load = useCallback(() => signPictures(pictures.map(({ path }) => path)), [pictures]);
  const { data, busy, failed, reload } = useLoad(load);
  const press = (path: string) => {
    if (chosen.includes(path)) onChosen(chosen.filter((one) => one !== path));
    else if (chosen.length < LIMITS.muralPictures) onChosen([...chosen, path]);
  };
  const withheld = !consent && pictures.some(({ sender }) => sender === 'client');
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">Photos</legend>
      <p className="mb-3 text-ink-2 text-sm">
        <span>
          {pictures.length === 0
            ? 'Send photos in the conversation first.'
            : `Tap up to ${LIMITS.muralPictures}, cover first.`}
        </span>
        <span>{withheld && ' You can use the client’s photos once the client agrees.'}</span>
      </p>
      {!data && failed && !busy && <LoadFailed what="The photos" onRetry={reload} />}
      <ul className="flex flex-wrap gap-3 empty:hidden">
        {pictures.map(({ path, sender }, n) => {
          const place = chosen.indexOf(path) + 1;
          const closed = sender === 'client' && !consent;
          const whose = sender === 'client' ? 'of the client' : 'of yours';
          return (
            <li key={path}>
              <button
                type="button"
                name="pictures"
                disabled={closed}
                aria-pressed={place > 0}
                aria-label={`Photo ${n + 1}, ${whose}${place === 1 ? ', the cover' : place > 1 ? `, number ${place}` : ''}`}
                className={cx(
                  'relative block size-28 cursor-pointer overflow-hidden rounded-control border-4 bg-line disabled:cursor-not-allowed disabled:opacity-40',
                  place > 0 ? 'border-brand' : 'border-transparent',
                )}
                onClick={() => press(path)}
              >
                {data?.[path] ? (
                  <img src={data[path]} alt="" className="size-full object-cover" />
                ) : (
                  <Skeleton className="size-full" />
                )}
                {place > 0 && (
                  <span className="absolute top-1 left-1 rounded-full bg-night px-2.5 py-0.5 font-semibold text-plaster text-sm">
                    {place === 1 ? 'Cover' : place}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
      {error && (
        <div role="alert" className="mt-2">
          <FieldError id="mural-pictures-error">{error}</FieldError>
        </div>
      )}
    </fieldset>
  );
}
