import { SmallCopy } from '#features/pictures/chosen/SmallCopy.tsx';
import { optionLabel, STYLES } from '#lib/options.ts';
import { isNamedStyle } from '#lib/style.ts';
import type { ChoosableMurals } from './choosable-mural.ts';
import { type ChooserProps, MuralChooser } from './MuralChooser.tsx';
import { PictureChoice } from './PictureChoice.tsx';
import type { StepProps } from './step-props.ts';

/** What was chosen, each to be removed again. */
function Liked({ liked, onLiked }: Pick<ChooserProps, 'liked' | 'onLiked'>) {
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

const STYLE_OPTIONS = STYLES.map((value) => ({ value, label: optionLabel(value) }));

interface LookStepProps extends StepProps {
  murals: ChoosableMurals;
}

/** What it should look like: a style, which may follow from murals of this site. */
export function LookStep({ quote, murals }: LookStepProps) {
  const { draft, details, errors, change, like } = quote;
  const { liked } = details;
  const style = draft.style_preference;
  // A style that was chosen by hand narrows the murals. One that follows from them must not: they would move away.
  const only = details.ownStyle && style && isNamedStyle(style) ? style : '';
  return (
    <>
      <PictureChoice
        legend="Style Preference"
        name="style_preference"
        required
        options={STYLE_OPTIONS}
        grid="quote-chips"
        value={style}
        error={errors.style_preference}
        onChoose={(value) => change('style_preference', value)}
      />
      <MuralChooser first={murals} liked={liked} onLiked={like} style={only} />
      <Liked liked={liked} onLiked={like} />
    </>
  );
}
