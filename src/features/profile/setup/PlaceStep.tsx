import { stylesAfter } from '#features/artists/list-chips.ts';
import { ChipsField } from '#ui/forms/ChipsField.tsx';
import { textFields } from '#ui/forms/FormField.tsx';
import { CityField } from '../CityField.tsx';
import { useProfileSuggestions } from '../use-suggestions.ts';
import type { useSetupForm } from './use-setup-form.ts';

/** Under which name, where, and what: the words of the card. */
export function PlaceStep({ form }: { form: ReturnType<typeof useSetupForm> }) {
  const { draft, errors, set } = form;
  const { places, styles } = useProfileSuggestions();
  const field = textFields<'name' | 'state'>(form);
  return (
    <form
      ref={form.element}
      method="post"
      noValidate
      className="flex flex-col gap-7"
      onSubmit={(event) => {
        event.preventDefault();
        void form.flush();
      }}
    >
      {field('name', {
        label: 'Name',
        required: true,
        autoComplete: 'name',
        hint: 'The name you paint under.',
      })}
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <div>
          <CityField
            label="City"
            required
            name="city"
            autoComplete="address-level2"
            places={places}
            error={errors.city}
            value={draft.city}
            state={draft.state}
            onCity={(text) => set('city', text)}
            onState={(text) => set('state', text)}
          />
        </div>
        {field('state', {
          label: 'State',
          required: true,
          autoComplete: 'address-level1',
          placeholder: 'TX',
        })}
      </div>
      <ChipsField
        {...stylesAfter(styles)}
        label="Styles"
        name="styles"
        chosen={draft.styles}
        error={errors.styles}
        onChosen={(chosen) => set('styles', chosen)}
      />
    </form>
  );
}
