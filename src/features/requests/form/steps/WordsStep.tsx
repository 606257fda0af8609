import { flushSync } from 'react-dom';
import { startLine, unasked } from '../../project-words.ts';
import { quoteFields } from '../use-quote.ts';
import type { StepProps } from './step-props.ts';
import { focusField } from './use-steps.ts';

/** What it is about, in one box; who does not know what to write begins a line with a press. */
export function WordsStep({ quote }: Pick<StepProps, 'quote'>) {
  const { draft, change, form } = quote;
  const { project_description: description } = draft;
  const begin = (line: string) => {
    flushSync(() => change('project_description', startLine(description, line)));
    focusField(form.current, 'project_description');
  };
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:gap-x-6 lg:gap-y-0">
      {quoteFields(quote)('project_description')}
      <ul
        aria-label="Ideas for what to say"
        className="flex flex-wrap content-start gap-2 empty:hidden lg:mt-8 noscript:hidden"
      >
        {unasked(description).map(({ line, question }) => (
          <li key={line}>
            <button type="button" className="quote-chip" onClick={() => begin(line)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
