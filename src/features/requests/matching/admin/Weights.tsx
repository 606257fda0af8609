import { useId } from 'react';
import { Input } from '#ui/forms/controls.tsx';
import { BOUNDS, type MatchingNumber, type MatchingSettings, WEIGHTS } from '../matching.ts';

interface Props {
  settings: MatchingSettings;
  onChange: (change: Partial<MatchingSettings>) => void;
}

/** What counts how much, and its bounds. */
export function Weights({ settings, onChange }: Props) {
  const slider = (name: MatchingNumber, part: SliderPart) => (
    <Slider
      key={name}
      part={part}
      value={settings[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <div className="flex flex-col gap-6">
      <fieldset>
        <legend className="mb-3 font-semibold">What counts how much</legend>
        <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
          {Object.entries(WEIGHTS).map(([name, part]) => slider(name as MatchingNumber, part))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-3 font-semibold">How far, and how many</legend>
        <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
          {Object.entries(BOUNDS).map(([name, part]) => slider(name as MatchingNumber, part))}
        </div>
      </fieldset>
    </div>
  );
}

interface SliderPart {
  label: string;
  hint: string;
  least: number;
  most: number;
}

interface SliderProps {
  part: SliderPart;
  value: number;
  onChange: (value: number) => void;
}

/** One number: a slider, with what it stands at and what it means. */
function Slider({ part, value, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-medium">
          {part.label}
        </label>
        <output htmlFor={id} className="font-semibold tabular-nums">
          {value}
        </output>
      </span>
      <Input
        id={id}
        type="range"
        min={part.least}
        max={part.most}
        value={value}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(Number(target.value))}
        className="h-6 w-full cursor-pointer accent-brand"
      />
      <span id={`${id}-hint`} className="text-ink-2 text-sm">
        {part.hint}
      </span>
    </div>
  );
}
