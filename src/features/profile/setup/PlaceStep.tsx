import { useEffect, useId, useRef } from 'react';
import { StylesField } from '#features/artists/StylesField.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import type { KnownCity } from '../own-artist.api.ts';
import type { useSetupForm } from './use-setup-form.ts';
import { useSuggestions } from './use-suggestions.ts';

/** Under which name, where, and what: the words of the card. */
export function PlaceStep({ form }: { form: ReturnType<typeof useSetupForm> }) {
  const { draft, errors, set } = form;
  const { cities, styles } = useSuggestions();
  const id = useId();
  const filled = useRef('');
  const fillState = (city: string) => {
    const state = stateOf(city, cities);
    // What somebody wrote themselves stays.
    if (!state || (draft.state.trim() && draft.state !== filled.current)) return;
    filled.current = state;
    set('state', state);
  };
  const setCity = (text: string) => {
    set('city', text);
    fillState(text);
  };
  const latest = useRef(() => {});
  latest.current = () => fillState(draft.city);
  useEffect(() => {
    // The cities may come after the city was typed.
    if (cities.length > 0) latest.current();
  }, [cities]);
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
      <FormField
        label="Name"
        required
        name="name"
        autoComplete="name"
        hint="The name that you paint under."
        error={errors.name}
        value={draft.name}
        onText={(text) => set('name', text)}
      />
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <FormField
          label="City"
          required
          name="city"
          autoComplete="address-level2"
          list={`${id}-cities`}
          error={errors.city}
          value={draft.city}
          onText={setCity}
        />
        <FormField
          label="State"
          required
          name="state"
          autoComplete="address-level1"
          placeholder="TX"
          error={errors.state}
          value={draft.state}
          onText={(text) => set('state', text)}
        />
        <datalist id={`${id}-cities`}>
          {cities.map(({ city_name, state }) => (
            <option key={`${city_name} ${state}`} value={city_name}>
              {state}
            </option>
          ))}
        </datalist>
      </div>
      <StylesField
        chosen={draft.styles}
        suggested={styles}
        error={errors.styles}
        onChosen={(chosen) => set('styles', chosen)}
      />
    </form>
  );
}

/** The state of a city that is known, where there is one of this name only. */
function stateOf(text: string, cities: readonly KnownCity[]): string | undefined {
  const name = text.trim().toLowerCase();
  const found = cities.filter(({ city_name }) => city_name.toLowerCase() === name);
  return found.length === 1 ? found[0]?.state : undefined;
}
