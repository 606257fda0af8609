import { useState } from 'react';
import { LIMITS } from '#lib/limits.ts';
import { Field } from '#ui/forms/Field.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { TextArea } from '#ui/forms/inputs.tsx';
import {
  describedBy,
  NO_WORDS,
  PROMPTS,
  type ProjectWords,
  projectWords,
} from '../../project-words.ts';
import { FIELD_VIEWS } from '../fields.ts';
import { ShortlistOffer } from './ShortlistOffer.tsx';
import type { StepProps } from './step-props.ts';
import { phoneError } from './use-steps.ts';

/** The description as answers to questions: it is made of them, and taken apart again where somebody wrote it. */
function useWords(description: string, onDescription: (text: string) => void) {
  const [typed, setTyped] = useState<ProjectWords>(NO_WORDS);
  const words = describedBy(typed) === description ? typed : projectWords(description);
  const answer = (key: keyof ProjectWords, text: string) => {
    const next = { ...words, [key]: text };
    setTyped(next);
    onDescription(describedBy(next));
  };
  return { words, answer };
}

interface AnswerProps {
  name: string;
  label: string;
  hint?: string;
  value: string;
  onText: (text: string) => void;
  error?: string | undefined;
  className?: string;
  first?: boolean;
}

function Answer({ name, label, hint, value, onText, error, className, first }: AnswerProps) {
  return (
    <Field label={label} unmarked error={error} className={className ?? ''}>
      <TextArea
        name={name}
        rows={2}
        placeholder={hint}
        className="quote-answer"
        data-field={first ? 'project_description' : undefined}
        data-type-first={first || undefined}
        value={value}
        onChange={(event) => onText(event.target.value)}
      />
    </Field>
  );
}

/** What it is about, by questions; what artists will read stands below them. */
export function WordsStep({ quote, cities }: StepProps & { cities: string }) {
  const { draft, errors, change } = quote;
  const { project_description: description } = draft;
  const { words, answer } = useWords(description, (text) => change('project_description', text));
  const error = errors.project_description;
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        {PROMPTS.map(({ key, question, hint }, n) => (
          <Answer
            key={key}
            name={`answer_${key}`}
            label={question}
            hint={hint}
            value={words[key]}
            onText={(text) => answer(key, text)}
            first={n === 0}
            error={n === 0 ? phoneError(error) : undefined}
          />
        ))}
        <Answer
          name="answer_rest"
          label="Anything else?"
          className="md:hidden"
          value={words.rest}
          onText={(text) => answer('rest', text)}
        />
        <FormField
          {...FIELD_VIEWS.project_description}
          name="project_description"
          hint="Artists will read your answers and what you add."
          limit={LIMITS.projectMax}
          className="max-md:hidden md:col-span-2"
          error={error}
          value={description}
          onText={(value) => change('project_description', value)}
        />
        <FormField
          {...FIELD_VIEWS.city}
          name="city"
          list={cities}
          error={errors.city}
          value={draft.city}
          onText={(value) => change('city', value)}
        />
      </div>
      <ShortlistOffer
        description={description}
        onAdd={(text) => change('project_description', text)}
      />
    </>
  );
}
