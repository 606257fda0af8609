import { useId, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { coordinatesText } from '../coordinates.ts';
import { fromMap, type MapPoint, type Position, toMap } from '../projection.ts';
import { besideTown } from '../towns.ts';
import { CoordinatesField } from './CoordinatesField.tsx';
import { HereButton } from './HereButton.tsx';
import { LandMap } from './LandMap.tsx';
import { usePicker } from './use-picker.ts';

interface PointPickerProps {
  /** The point that was set; null leaves the wall in the middle of its city. */
  value: Position | null;
  /** The middle of the wall's city, where it is known. */
  center: Position | null;
  /** What the middle is called: 'San Antonio'. */
  city: string | null;
  onChange: (value: Position | null) => void;
}

/**
 * Sets where a wall is: by a link or coordinates of a maps application, by where its reader stands, by a press on the map
 * or by its arrow keys. It asks nobody else: the map is in this program, and so are the names of towns.
 */
export function PointPicker({ value, center, city, onChange }: PointPickerProps) {
  const id = useId();
  const { window, zoomIn, zoomOut, show, step } = usePicker(value ?? center);
  const [typed, setTyped] = useState<string | null>(null);
  const set = (position: Position | null) => {
    setTyped(null);
    show(position ?? center);
    onChange(position);
  };
  const from = value ?? center ?? fromMap(middleOf(window));
  const move = ({ x, y }: MapPoint) => {
    const here = toMap(from);
    set(fromMap({ x: here.x + x * step, y: here.y + y * step }));
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="font-semibold text-ink">Point on the map</legend>
      <div className="flex flex-wrap items-start gap-3">
        <CoordinatesField value={value} typed={typed} onTyped={setTyped} onRead={set} />
        <HereButton onFound={set} />
      </div>
      <p id={`${id}-hint`} className="text-ink-2 text-sm">
        Or tap the map. Use + to come closer and the arrow keys to move the point. Without one, the
        map shows the middle of <span>{city || 'its city'}</span>.
      </p>
      <div className="relative">
        <LandMap
          window={window}
          point={value}
          center={center}
          describedBy={`${id}-hint`}
          onPress={(point) => set(fromMap(point))}
          onMove={move}
          onZoom={(closer) => (closer ? zoomIn() : zoomOut())}
        />
        <div className="absolute top-2 right-2 flex flex-col gap-1.5">
          <ZoomButton label="Come closer" sign="+" onClick={zoomIn} />
          <ZoomButton label="See more around" sign="−" onClick={zoomOut} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="text-ink-2 text-sm">
          {value
            ? `${besideTown(value) || 'Far from any city'}: ${coordinatesText(value)}`
            : 'No point yet.'}
        </p>
        {value && (
          <Button variant="secondary" size="sm" onClick={() => set(null)}>
            Remove the Point
          </Button>
        )}
      </div>
    </fieldset>
  );
}

const middleOf = (window: { x: number; y: number; width: number; height: number }): MapPoint => ({
  x: window.x + window.width / 2,
  y: window.y + window.height / 2,
});

function ZoomButton({
  label,
  sign,
  onClick,
}: {
  label: string;
  sign: string;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-control border border-edge bg-paper-2 font-bold text-ink text-xl"
    >
      {sign}
    </button>
  );
}
