import { useId } from 'react';
import { dayFromNow } from '#lib/day.ts';
import { cx } from '#ui/cx.ts';
import { Chip } from '#ui/forms/Chip.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import {
  FACT_CHIPS,
  FACTS,
  type FactName,
  factText,
  isTyped,
  type TypedFact,
  type TypedFacts,
} from './site-facts.ts';

interface Props {
  typed: TypedFacts;
  errors: Partial<Record<TypedFact, string>>;
  /** An empty answer takes one back. */
  onFact: (name: FactName, answer: string) => void;
}

/** A chip for each thing that can be said about the site; each opens its answers, and then says which it was. */
export function SiteFactsFields({ typed, errors, onFact }: Props) {
  const group = useId();
  return (
    <div className="flex flex-wrap gap-2">
      {FACT_CHIPS.map(({ label, facts }) => {
        const said = facts.flatMap((name) => {
          const answer = typed[name];
          return answer ? `${FACTS[name].label}: ${factText(name, answer)}` : [];
        });
        return (
          <details key={label} name={group} className="max-w-full open:w-full">
            <summary
              className={cx(
                'flex min-h-11 w-fit max-w-full cursor-pointer items-center rounded-full border px-4 py-1.5 font-medium wrap-anywhere hover:border-ink',
                said.length > 0 ? 'border-brand bg-brand/8' : 'border-edge bg-paper',
              )}
            >
              {said.join(', ') || label}
            </summary>
            <div className="flex flex-col gap-4 py-3">
              {facts.map((name) =>
                isTyped(name) ? (
                  <TypedFactField
                    key={name}
                    name={name}
                    error={errors[name]}
                    value={typed[name] ?? ''}
                    onText={(text) => onFact(name, text)}
                  />
                ) : (
                  <Answers
                    key={name}
                    name={name}
                    chosen={typed[name]}
                    onChosen={(answer) => onFact(name, answer)}
                  />
                ),
              )}
            </div>
          </details>
        );
      })}
    </div>
  );
}

interface AnswersProps {
  name: Exclude<FactName, TypedFact>;
  chosen: string | undefined;
  onChosen: (answer: string) => void;
}

/** One answer of a few; a second press takes it back. */
function Answers({ name, chosen, onChosen }: AnswersProps) {
  const { question, answers } = FACTS[name];
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">{question}</legend>
      <div className="flex flex-wrap gap-2">
        {Object.entries(answers).map(([answer, label]) => (
          <Chip
            key={answer}
            pressed={answer === chosen}
            onPress={() => onChosen(answer === chosen ? '' : answer)}
          >
            {label}
          </Chip>
        ))}
      </div>
    </fieldset>
  );
}

interface TypedProps {
  name: TypedFact;
  error: string | undefined;
  value: string;
  onText: (text: string) => void;
}

function TypedFactField({ name, ...field }: TypedProps) {
  const input =
    name === 'top_ft'
      ? ({ inputMode: 'decimal', hint: 'In feet above the ground', autoComplete: 'off' } as const)
      : { type: 'date', min: dayFromNow(0) };
  return (
    <FormField
      {...input}
      {...field}
      label={FACTS[name].question}
      name={name}
      unmarked
      className="max-w-xs"
    />
  );
}
