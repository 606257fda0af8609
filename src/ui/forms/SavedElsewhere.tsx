import { useId, useState } from 'react';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { RadioCard } from './RadioCard.tsx';

export interface BothSides<Field extends string = string> {
  field: Field;
  label: string;
  /** Texts as a person reads them; an empty one is shown as such. */
  mine: string;
  theirs: string;
}

type Choice = 'mine' | 'theirs';

interface Props<Field extends string> {
  /** Null while there is nothing to decide. */
  sides: readonly BothSides<Field>[] | null;
  busy?: boolean;
  onDecide: (choices: Partial<Record<Field, Choice>>) => void;
  /** Closed without deciding: both sides stay as they are. */
  onClose: () => void;
}

/** What was typed here and what was saved elsewhere meanwhile, field by field, to choose from. */
export function SavedElsewhere<Field extends string>({ sides, ...rest }: Props<Field>) {
  return (
    <Dialog open={sides !== null} onClose={rest.onClose} title="Changed on another device">
      {sides && <Question sides={sides} {...rest} />}
    </Dialog>
  );
}

interface QuestionProps<Field extends string> extends Props<Field> {
  sides: readonly BothSides<Field>[];
}

function Question<Field extends string>({ sides, busy, onDecide, onClose }: QuestionProps<Field>) {
  const [choices, setChoices] = useState(
    () => Object.fromEntries(sides.map(({ field }) => [field, 'mine'])) as Record<Field, Choice>,
  );
  return (
    <div className="flex flex-col gap-6">
      <p>Nothing is lost: choose what to keep.</p>
      {sides.map((side) => (
        <Side
          key={side.field}
          side={side}
          choice={choices[side.field]}
          onChoose={(choice) => setChoices((now) => ({ ...now, [side.field]: choice }))}
        />
      ))}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Decide later
        </Button>
        <Button busy={busy} onClick={() => onDecide(choices)}>
          Save my choice
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
