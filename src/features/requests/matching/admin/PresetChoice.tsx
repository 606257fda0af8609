import { RadioCard } from '#ui/forms/RadioCard.tsx';
import { type MatchingSettings, PRESETS, type Preset, presetOf } from '../matching.ts';

const TEXTS: Record<Preset, { title: string; text: string }> = {
  specification: {
    title: 'As specified',
    text: 'Of the ten top artists, up to five whose style or city matches the request.',
  },
  fair: {
    title: 'Fair',
    text: 'The artists who fit best, and one in five with fewer than three requests.',
  },
  fastest: {
    title: 'Fastest answer',
    text: 'Of those who fit, the ones who answer soon and often.',
  },
  nearest: { title: 'Nearest', text: 'Of those who fit, the ones closest to the wall.' },
};

interface Props {
  settings: MatchingSettings;
  onChange: (change: Partial<MatchingSettings>) => void;
}

/** How requests are offered, as one choice. */
export function PresetChoice({ settings, onChange }: Props) {
  const chosen = presetOf(settings);
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">How we match artists</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {(Object.keys(PRESETS) as Preset[]).map((preset) => (
          <RadioCard
            key={preset}
            tall
            name="matching-rule"
            checked={preset === chosen}
            onChange={() => onChange(PRESETS[preset])}
            className="border-edge"
          >
            <span>
              <span className="block font-semibold">{TEXTS[preset].title}</span>
              <span className="block text-ink-2 text-sm">{TEXTS[preset].text}</span>
            </span>
          </RadioCard>
        ))}
      </div>
    </fieldset>
  );
}
