import { optionLabel, WALL_PLACES } from '#lib/options.ts';
import { FormField } from '#ui/forms/FormField.tsx';
import type { Pieces } from '#ui/pieces.ts';
import { FIELD_VIEWS } from '../fields.ts';
import { PictureChoice } from './PictureChoice.tsx';
import type { StepProps } from './step-props.ts';
import { PICTURED_SURFACES, UNSURE } from './surfaces.ts';
import { phoneError } from './use-steps.ts';

const PLACES = WALL_PLACES.map((value) => ({
  value,
  label: optionLabel(value),
  picture: `place-${value}`,
}));
const SURFACES = PICTURED_SURFACES.map((one) => ({ ...one, picture: `surface-${one.value}` }));

/** Where the wall is and what it is made of. */
export function WallStep({ quote, onPicked, children }: StepProps & { children?: Pieces }) {
  const { draft, details, errors, change, choose } = quote;
  const surface = draft.surface_type === 'other' && details.unsure ? UNSURE : draft.surface_type;
  return (
    <>
      {children}
      <PictureChoice
        legend="Where is it?"
        name="place"
        options={PLACES}
        grid="grid-cols-2 md:max-w-sm"
        value={details.place}
        onChoose={(place) => choose({}, { place: place as typeof details.place })}
        onPicked={() => draft.surface_type && onPicked()}
      />
      <div className="flex flex-col gap-4">
        <FormField
          {...FIELD_VIEWS.surface_type}
          name="surface_type"
          className="max-md:hidden md:max-w-sm"
          error={errors.surface_type}
          value={draft.surface_type}
          onText={(value) => change('surface_type', value)}
        />
        <PictureChoice
          legend="What is it made of?"
          name="pictured_surface"
          field="surface_type"
          options={SURFACES}
          grid="grid-cols-3 sm:grid-cols-4 lg:grid-cols-7"
          value={surface}
          error={phoneError(errors.surface_type)}
          onChoose={(value) => {
            const unsure = value === UNSURE;
            choose({ surface_type: unsure ? 'other' : value }, { unsure });
          }}
          onPicked={() => details.place && onPicked()}
        />
        <p role="status" className="text-ink-2 text-sm empty:hidden">
          {surface === UNSURE && 'That’s fine. The artist can tell you.'}
        </p>
      </div>
    </>
  );
}
