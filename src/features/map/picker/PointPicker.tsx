import { useState } from 'react';
import { SmallButton } from '#ui/Button.tsx';
import { coordinatesText } from '../coordinates.ts';
import type { Position } from '../projection.ts';
import { besideTown } from '../towns.ts';
import { CoordinatesField } from './CoordinatesField.tsx';
import { HereButton } from './HereButton.tsx';

interface PointPickerProps {
  /** The point that was set; null where only the city is known. */
  value: Position | null;
  onChange: (value: Position | null) => void;
}

/** Sets where a wall is: by a link or coordinates of a maps application, or by where its reader stands. It asks nobody else. */
export function PointPicker({ value, onChange }: PointPickerProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const set = (position: Position | null) => {
    setTyped(null);
    onChange(position);
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="font-semibold text-ink">Where the wall is</legend>
      <div className="flex flex-wrap items-start gap-3">
        <CoordinatesField value={value} typed={typed} onTyped={setTyped} onRead={set} />
        <HereButton onFound={set} />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="text-ink-2 text-sm">
          {value
            ? `${besideTown(value) || 'Far from any city'}: ${coordinatesText(value)}`
            : 'No point yet.'}
        </p>
        {value && <SmallButton onClick={() => set(null)}>Remove the Point</SmallButton>}
      </div>
    </fieldset>
  );
}
