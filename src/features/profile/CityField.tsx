import { useEffect, useId, useRef, useState } from 'react';
import { type FieldView, FormField } from '#ui/forms/FormField.tsx';
import { type KnownPlace, placeBegun, placeKnown, placeMeant, placesNamed } from './city-guess.ts';

interface Props extends FieldView {
  places: readonly KnownPlace[];
  value: string;
  state: string;
  error?: string | null | undefined;
  onCity: (city: string) => void;
  onState: (state: string) => void;
}

/** So many names are offered while one is typed. */
const OFFERED = 8;

/**
 * A city of those that exist, which brings its state and its spelling. A name that was only begun is completed when the
 * field is left, once: who goes back to what they typed is asked what they meant, and may keep it.
 */
export function CityField({ places, value, state, onCity, onState, ...view }: Props) {
  const id = useId();
  const filled = useRef('');
  const completed = useRef('');
  const typed = useRef(false);
  const [left, setLeft] = useState(false);
  const named = placesNamed(value, places);
  const meant = left && named.length === 0 ? placeMeant(value, places) : undefined;
  const fillState = (found: KnownPlace | undefined) => {
    // What was typed by hand stays.
    if (!found || (state.trim() && state !== filled.current)) return;
    filled.current = found.state;
    onState(found.state);
  };
  const onlyOne = (text: string) => {
    const found = placesNamed(text, places);
    return found.length === 1 ? found[0] : undefined;
  };
  const choose = (place: KnownPlace) => {
    onCity(place.city_name);
    fillState(place);
  };
  const leave = () => {
    setLeft(true);
    // However it was typed, a city is called as everywhere else.
    const known = placeKnown(value, state, places);
    if (known && known.city_name !== value) onCity(known.city_name);
    const begun = placeBegun(value, places);
    if (!begun || named.length > 0 || value === completed.current) return;
    completed.current = value;
    choose(begun);
  };
  const latest = useRef<() => void>(() => {});
  latest.current = () => {
    if (typed.current) fillState(onlyOne(value));
  };
  useEffect(() => {
    // The places may come after the city was typed.
    if (places.length > 0) latest.current();
  }, [places]);
  const offered = value.trim()
    ? places.filter(({ city_name }) =>
        city_name.toLowerCase().startsWith(value.trim().toLowerCase()),
      )
    : places;
  return (
    <>
      <FormField
        {...view}
        list={id}
        value={value}
        onText={(text) => {
          setLeft(false);
          typed.current = true;
          onCity(text);
          fillState(onlyOne(text));
        }}
        onBlur={leave}
        hint={
          meant && (
            <button
              type="button"
              className="min-h-11 cursor-pointer text-start underline underline-offset-4"
              onClick={() => choose(meant)}
            >{`Did you mean ${meant.city_name}, ${meant.state}?`}</button>
          )
        }
      />
      <datalist id={id}>
        {offered.slice(0, OFFERED).map(({ city_name, state: of }) => (
          <option key={`${city_name} ${of}`} value={city_name}>
            {of}
          </option>
        ))}
      </datalist>
    </>
  );
}
