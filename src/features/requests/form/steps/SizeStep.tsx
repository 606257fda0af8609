import {
  LIKE_SIZES,
  sidesOf,
  sizeText,
  tidySize,
  type WallSides,
} from '#features/estimates/wall-size.ts';
import { FieldError } from '#ui/forms/Field.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { FIELD_VIEWS } from '../fields.ts';
import { MeasureOffer, type OfferProps } from './MeasureOffer.tsx';
import { PictureChoice } from './PictureChoice.tsx';
import type { StepProps } from './step-props.ts';

const LIKE = LIKE_SIZES.map(({ name, width, height }) => ({
  value: sizeText({ width: `${width}`, height: `${height}` }),
  label: `About ${name}`,
  picture: `like-${name.split(' ')[1]}`,
}));
const SIDES = [
  ['width', 'Width'],
  ['height', 'Height'],
] as const satisfies readonly (readonly [keyof WallSides, string])[];

/** How large the wall is: in feet, or as large as something that everybody knows. */
export function SizeStep({ quote, onPicked, photo }: StepProps & Pick<OfferProps, 'photo'>) {
  const { draft, details, errors, choose } = quote;
  const { mural_size: size } = draft;
  const sides = sidesOf(size);
  const rough = details.measured?.text === size ? details.measured.by : null;
  const typed = (side: keyof WallSides, text: string) => {
    const digits = text.replaceAll(/[^\d.]/g, '').slice(0, 6);
    choose({ mural_size: sizeText({ ...sides, [side]: digits }) }, { measured: null });
  };
  const tidy = () => tidySize(size) !== size && choose({ mural_size: tidySize(size) });
  return (
    <>
      <PictureChoice
        legend="About as large as"
        name="like_size"
        options={LIKE}
        grid="grid-cols-2 sm:grid-cols-4"
        value={rough === 'like' ? size : ''}
        onChoose={(text) => choose({ mural_size: text }, { measured: { by: 'like', text } })}
        onPicked={onPicked}
      />
      <MeasureOffer
        photo={photo}
        onSize={({ width, height }) => {
          const text = sizeText({ width: `${width}`, height: `${height}` });
          choose({ mural_size: text }, { measured: { by: 'photo', text } });
        }}
      />
      <div className="grid grid-cols-2 gap-4 md:grid-cols-4">
        {SIDES.map(([side, label]) => (
          <FormField
            key={side}
            label={label}
            name={side}
            unmarked
            inputMode="decimal"
            autoComplete="off"
            placeholder="ft"
            value={sides[side]}
            onText={(text) => typed(side, text)}
            onBlur={tidy}
          />
        ))}
        <FormField
          {...FIELD_VIEWS.mural_size}
          name="mural_size"
          className="col-span-2 max-md:hidden"
          error={errors.mural_size}
          value={size}
          onText={(value) => quote.change('mural_size', value)}
        />
      </div>
      {errors.mural_size && (
        <div className="md:hidden">
          <FieldError id="size-error">{errors.mural_size}</FieldError>
        </div>
      )}
      <p role="status" className="text-ink-2 text-sm empty:hidden">
        <span>{rough === 'like' && `About ${size}. The artist will measure.`}</span>
        <span>{rough === 'photo' && `Roughly ${size}, measured in your photo.`}</span>
      </p>
    </>
  );
}
