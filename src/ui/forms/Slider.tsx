import { Input } from './controls.tsx';

interface Point {
  x: number;
  y: number;
}

/** Two ranges for a place in a picture, in shares of it. */
export function PlaceSliders({ x, y, onChange }: Point & { onChange: (to: Point) => void }) {
  return (
    <>
      <Slider
        label="Left to right"
        value={x}
        min={0}
        max={1}
        onChange={(to) => onChange({ x: to, y })}
      />
      <Slider
        label="Top to bottom"
        value={y}
        min={0}
        max={1}
        onChange={(to) => onChange({ x, y: to })}
      />
    </>
  );
}

interface Props {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

/** A range with its name; what a screen reader says of it is how far along it is. */
export function Slider({ label, value, min, max, onChange }: Props) {
  const share = Math.round(((value - min) / (max - min)) * 100);
  return (
    <label className="flex flex-col gap-1 font-semibold text-sm">
      <span>{label}</span>
      <Input
        type="range"
        min={min}
        max={max}
        step={0.01}
        value={value}
        aria-valuetext={`${share} percent`}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="h-6 w-full accent-brand"
      />
    </label>
  );
}
