import { type ComponentType, useEffect, useRef, useState } from 'react';
import { SmallCopy } from '#features/pictures/chosen/SmallCopy.tsx';
import { LIMITS } from '#lib/limits.ts';
import { again } from '#ui/again.ts';
import { FormField } from '#ui/forms/FormField.tsx';
import { FIELD_VIEWS } from '../fields.ts';
import { LikedOnWall } from '../LikedOnWall.tsx';
import type { QuotePhotos } from '../use-quote-photos.ts';
import type { ChooserProps } from './MuralChooser.tsx';
import type { StepProps } from './step-props.ts';

/** The murals to choose from: their code and their file come when the step is about to be seen, on a phone with it. */
function Chooser(props: ChooserProps) {
  const [Loaded, setLoaded] = useState<ComponentType<ChooserProps> | null>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        seen.disconnect();
        void again(() => import('./MuralChooser.tsx')).then((code) =>
          setLoaded(() => code.MuralChooser),
        );
      },
      { rootMargin: '1500px' },
    );
    if (place.current) seen.observe(place.current);
    return () => seen.disconnect();
  }, []);
  return (
    <div ref={place} className="quote-murals" aria-busy={!Loaded}>
      {Loaded && <Loaded {...props} />}
    </div>
  );
}

/** What was chosen, each to be taken away again. */
function Liked({ liked, onLiked }: ChooserProps) {
  return (
    <ul aria-label="Murals you like" className="grid grid-cols-6 gap-2 empty:hidden">
      {liked.map(({ slug, name, picture }) => (
        <li key={slug}>
          <button
            type="button"
            aria-label={`Remove ${name}`}
            title={name}
            className="quote-liked"
            onClick={() => onLiked(liked.filter((one) => one.slug !== slug))}
          >
            {picture ? <SmallCopy url={picture} alt="" sizes="96px" /> : <span>{name}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What it should look like: murals of this site, from which the style follows. */
export function LookStep({ quote, preview }: StepProps & Pick<QuotePhotos, 'preview'>) {
  const { draft, details, errors, change, like } = quote;
  const { liked } = details;
  const followed = liked.length > 0 && !details.ownStyle;
  return (
    <>
      <Liked liked={liked} onLiked={like} />
      <LikedOnWall liked={liked} preview={preview} />
      <Chooser liked={liked} onLiked={like} />
      <FormField
        {...FIELD_VIEWS.style_preference}
        name="style_preference"
        className="md:max-w-sm"
        hint={
          followed
            ? 'From the murals you picked. Change it if you like.'
            : `From the murals you pick, up to ${LIMITS.likedMurals}, or choose one.`
        }
        error={errors.style_preference}
        value={draft.style_preference}
        onText={(value) => change('style_preference', value)}
      />
    </>
  );
}
