import { LANGUAGE, type Language } from '#config/language.ts';
import { LIMITS } from '#lib/limits.ts';
import { Button, SmallButton } from '#ui/Button.tsx';
import { FieldError } from '#ui/forms/Field.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import type { Pieces } from '#ui/pieces.ts';
import type { OwnClause } from './usual-clauses.ts';

interface Props {
  clauses: readonly OwnClause[];
  error: string | undefined;
  /** What a further one is written in. */
  language: Language;
  onClauses: (clauses: OwnClause[]) => void;
  /** What is asked about all of them. */
  children?: Pieces;
}

/** All clauses as they are read, and behind one press as they are written. */
export function ClausesField({ clauses, error, language, onClauses, children }: Props) {
  const change = (at: number, part: Partial<OwnClause>) =>
    onClauses(clauses.map((one, i) => (i === at ? { ...one, ...part } : one)));
  return (
    <div>
      <details className="peer">
        <summary className="min-h-11 cursor-pointer py-2 font-semibold">Change the clauses</summary>
        <div className="flex flex-col gap-4">
          {children}
          {clauses.map((clause, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a clause is its place in the list
            <fieldset key={at} className="flex flex-col gap-3 rounded-card bg-paper-2 p-4">
              <legend className="sr-only">{`Clause ${at + 1}`}</legend>
              <FormField
                label="Title"
                name={at === 0 ? 'clauses' : undefined}
                required
                value={clause.title}
                onText={(title) => change(at, { title })}
              />
              <FormField
                label="Text"
                required
                limit={LIMITS.clause}
                rows={4}
                value={clause.text}
                onText={(text) => change(at, { text })}
              />
              <Button
                variant="ghost"
                size="sm"
                className="self-start"
                aria-label={`Remove clause ${at + 1}`}
                onClick={() => onClauses(clauses.filter((_, i) => i !== at))}
              >
                Remove
              </Button>
            </fieldset>
          ))}
          {clauses.length < LIMITS.agreementClauses && (
            <SmallButton
              className="self-start"
              onClick={() => onClauses([...clauses, { title: '', text: '', lang: language }])}
            >
              Add a Clause
            </SmallButton>
          )}
        </div>
      </details>
      <div className="flex flex-col gap-1 text-sm wrap-anywhere peer-open:hidden">
        {clauses.map(({ title, text, lang = 'en' }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a clause is its place in the list
          <p key={at} lang={lang === LANGUAGE ? undefined : lang}>
            <strong>{`${title}: `}</strong>
            <span>{text}</span>
          </p>
        ))}
      </div>
      {error && <FieldError id="clauses-error">{error}</FieldError>}
    </div>
  );
}
