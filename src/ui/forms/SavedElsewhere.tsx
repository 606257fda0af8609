import { useId, useState } from 'react';
import type { Conflict } from '#lib/draft.ts';
import { Button } from '../Button.tsx';
import { Dialog } from '../overlays/Dialog.tsx';
import { RadioCard } from './RadioCard.tsx';
import type { Choices } from './use-draft.ts';

type Choice = 'mine' | 'theirs';

/** A form that edits something stored (`useDraft`). */
interface Form<Draft> {
  /** What was changed here and elsewhere; null while there is nothing to decide. */
  question: readonly Conflict<Draft>[] | null;
  decide: (choices: Choices<Draft>) => void;
  /** Closed without deciding: both sides stay as they are. */
  postpone: () => void;
  busy?: boolean;
}

interface Props<Draft> {
  form: Form<Draft>;
  label: (field: keyof Draft & string) => string;
  /** A value as a person reads it; an empty text is shown as such. */
  words?: (value: Draft[keyof Draft], field: keyof Draft & string) => string;
}

const asText = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value));

/** What was typed here and what was saved elsewhere meanwhile, field by field, to choose from. */
export function SavedElsewhere<Draft>({ form, label, words = asText }: Props<Draft>) {
  const sides = form.question?.map(({ field: name, mine, theirs }) => {
    const field = name as keyof Draft & string;
    return { field, label: label(field), mine: words(mine, field), theirs: words(theirs, field) };
  });
  return (
    <Dialog open={!!sides} onClose={form.postpone} title="Changed on another device">
      {sides && <Question {...form} sides={sides} />}
    </Dialog>
  );
}

interface BothSides {
  field: string;
  label: string;
  mine: string;
  theirs: string;
}

interface QuestionProps extends Omit<Form<Record<string, unknown>>, 'question'> {
  sides: readonly BothSides[];
}

function Question({ sides, busy, decide, postpone }: QuestionProps) {
  const [choices, setChoices] = useState(
    (): Record<string, Choice> => Object.fromEntries(sides.map(({ field }) => [field, 'mine'])),
  );
  return (
    <div className="flex flex-col gap-6">
      <p>Choose what to keep.</p>
      {sides.map((side) => (
        <Side
          key={side.field}
          side={side}
          choice={choices[side.field] ?? 'mine'}
          onChoose={(choice) => setChoices((now) => ({ ...now, [side.field]: choice }))}
        />
      ))}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={postpone}>
          Decide Later
        </Button>
        <Button busy={busy} onClick={() => decide(choices)}>
          Save My Choice
        </Button>
      </div>
    </div>
  );
}

interface SideProps {
  side: BothSides;
  choice: Choice;
  onChoose: (choice: Choice) => void;
}

function Side({ side, choice, onChoose }: SideProps) {
  const group = useId();
  const options = [
    ['mine', 'Yours', side.mine],
    ['theirs', 'Saved elsewhere', side.theirs],
  ] as const;
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">{side.label}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {options.map(([value, title, text]) => (
          <RadioCard
            key={value}
            tall
            name={group}
            checked={choice === value}
            onChange={() => onChoose(value)}
            className="border-edge"
          >
            <span className="min-w-0">
              <span className="block text-ink-2 text-sm">{title}</span>
              <span className="block whitespace-pre-line wrap-anywhere">
                {text || <em className="text-ink-2">Empty</em>}
              </span>
            </span>
          </RadioCard>
        ))}
      </div>
    </fieldset>
  );
}
