import { optionLabel, WALL_PLACES } from '#lib/options.ts';
import type { WallPhotosView } from '../../photos/use-wall-photos.ts';
import { WallPhotosPicker } from '../../photos/WallPhotosPicker.tsx';
import { quoteFields } from '../use-quote.ts';
import { PictureChoice } from './PictureChoice.tsx';
import type { StepProps } from './step-props.ts';
import { PICTURED_SURFACES, UNSURE } from './surfaces.ts';

const PLACES = WALL_PLACES.map((value) => ({
  value,
  label: optionLabel(value),
  picture: `place-${value}`,
}));
const SURFACES = PICTURED_SURFACES.map((one) => ({ ...one, picture: `surface-${one.value}` }));

/** So many cities are a glance; the field knows the others. */
const CITY_CHIPS = 9;

interface WallStepProps extends StepProps {
  /** The cities of the directory, those with the most artists first. */
  cities: readonly string[];
  photos: WallPhotosView;
}

/** Where the wall is, what it is made of, and what it looks like. */
export function WallStep({ quote, onPicked, cities, photos }: WallStepProps) {
  const { draft, details, errors, change, choose } = quote;
  const surface = draft.surface_type === 'other' && details.unsure ? UNSURE : draft.surface_type;
  const known = cities.slice(0, CITY_CHIPS).map((value) => ({ value, label: value }));
  const asked = { city: draft.city, place: details.place, surface };
  /** A phone goes on once the others are answered as well. */
  const picked = (one: keyof typeof asked) => {
    if (Object.entries(asked).every(([key, value]) => key === one || value)) onPicked();
  };
  return (
    <>
      <div className="grid gap-3 md:grid-cols-[18rem_minmax(0,1fr)] md:gap-6">
        {quoteFields(quote)('city')}
        {known.length > 0 && (
          <PictureChoice
            legend="Cities with artists"
            quiet
            name="known_city"
            options={known}
            grid="quote-chips"
            value={draft.city}
            onChoose={(value) => change('city', value)}
            onPicked={() => picked('city')}
          />
        )}
      </div>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,7fr)]">
        <PictureChoice
          legend="Inside or outside?"
          name="place"
          options={PLACES}
          grid="grid grid-cols-2 gap-2 md:max-lg:max-w-sm"
          value={details.place}
          onChoose={(place) => choose({}, { place: place as typeof details.place })}
          onPicked={() => picked('place')}
        />
        <PictureChoice
          legend="Surface Type"
          name="surface_type"
          required
          options={SURFACES}
          grid="grid grid-cols-3 gap-2 sm:grid-cols-4 md:grid-cols-7"
          value={surface}
          error={errors.surface_type}
          onChoose={(value) => {
            const unsure = value === UNSURE;
            choose({ surface_type: unsure ? 'other' : value }, { unsure });
          }}
          onPicked={() => picked('surface')}
        />
      </div>
      <WallPhotosPicker photos={photos} slim>
        <p className="min-w-0 flex-[1_1_16rem] text-ink-2 text-sm">
          <b className="text-ink">Photos of the wall</b> (optional). We remove location data, and
          only artists you choose can see them.
        </p>
      </WallPhotosPicker>
    </>
  );
}
