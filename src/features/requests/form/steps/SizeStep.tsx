import { feetOf, LIKE_SIZES, sizeText, tidySize } from '#features/estimates/wall-size.ts';
import { besideFeet } from '#lib/meters.ts';
import { FormField } from '#ui/forms/FormField.tsx';
import { FIELD_VIEWS } from '../fields.ts';
import { PictureChoice } from './PictureChoice.tsx';
import type { StepProps } from './step-props.ts';

const LIKE = LIKE_SIZES.map(({ id, name, ...sides }) => ({
  value: sizeText(sides),
  label: `About ${name}`,
  picture: `like-${id}`,
}));

/** How large the wall is: as large as something that everybody knows, or as typed. */
export function SizeStep({ quote, onPicked }: StepProps) {
  const { draft, details, errors, choose } = quote;
  const { mural_size: size } = draft;
  const feet = feetOf(size);
  const tidy = () => tidySize(size) !== size && choose({ mural_size: tidySize(size) });
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <PictureChoice
        legend="About as large as"
        name="like_size"
        options={LIKE}
        grid="grid grid-cols-2 gap-2 sm:grid-cols-4"
        value={details.measured?.text === size ? size : ''}
        onChoose={(text) => choose({ mural_size: text }, { measured: { by: 'like', text } })}
        onPicked={onPicked}
      />
      <FormField
        {...FIELD_VIEWS.mural_size}
        hint={(feet && besideFeet(feet.width, feet.height)) ?? FIELD_VIEWS.mural_size.hint}
        name="mural_size"
        autoComplete="off"
        error={errors.mural_size}
        value={size}
        onText={(text) => choose({ mural_size: text }, { measured: null })}
        onBlur={tidy}
      />
    </div>
  );
}
