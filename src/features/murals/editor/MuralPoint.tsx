import { PointPicker } from '#features/map/picker/PointPicker.tsx';
import type { Position } from '#features/map/projection.ts';
import { positionInTexas } from '#features/map/texas-places.ts';

interface MuralPointProps {
  point: Position | null;
  city: string;
  state: string;
  onPoint: (point: Position | null) => void;
}

/** Where the wall is, on a map that begins at its city. Loaded by itself: it brings the towns of Texas along. */
export function MuralPoint({ point, city, state, onPoint }: MuralPointProps) {
  const center = positionInTexas(city, state || 'TX');
  return (
    <PointPicker
      // Another city is another beginning.
      key={center ? `${center.latitude} ${center.longitude}` : ''}
      value={point}
      center={center}
      city={city.trim() || null}
      onChange={onPoint}
    />
  );
}
