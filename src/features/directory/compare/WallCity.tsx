import { useId } from 'react';
import { Input } from '#ui/forms/controls.tsx';

interface Props {
  city: string;
  onChange: (city: string) => void;
  /** No artist's distance from this city is known. */
  unknown: boolean;
}

/** From where distances count. It is kept nowhere and is no part of the address. */
export function WallCity({ city, onChange, unknown }: Props) {
  const id = useId();
  return (
    <div className="w-full max-w-xs">
      <label htmlFor={id} className="mb-1 block font-semibold">
        City of your wall
      </label>
      <Input
        id={id}
        className="control"
        value={city}
        maxLength={100}
        autoComplete="address-level2"
        placeholder="San Antonio"
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-note`} className="mt-1 text-ink-2 text-sm">
        {unknown ? 'No distance is known from there.' : 'Shows how far each artist is.'}
      </p>
    </div>
  );
}
