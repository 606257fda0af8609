import type { MouseEvent, ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import { cx } from '#ui/cx.ts';
import { STEPS } from './steps.ts';

interface StepProps {
  n: number;
  /** What the step asks, where its title does not say it. */
  question?: string;
  /** The one that a phone shows. */
  active: number;
  /** Whether each step has its answers. */
  answered: readonly boolean[];
  onBack: () => void;
  children: ReactNode;
}

/**
 * One step of asking: the only one on a phone, a section of the page on a desktop. Its last button sends the form, which
 * a step before the last answers by the next one: so it works before the island is awake, too.
 */
export function Step({ n, question, active, answered, onBack, children }: StepProps) {
  const { id, title } = STEPS[n] as (typeof STEPS)[number];
  const last = n === STEPS.length - 1;
  return (
    <section
      aria-labelledby={`step-${id}`}
      data-step={id}
      className={cx('quote-step', n !== active && 'quote-step-away')}
    >
      <p className="text-ink-2 text-sm md:hidden">{`Step ${n + 1} of ${STEPS.length}`}</p>
      <div className="quote-progress md:hidden" aria-hidden="true">
        {STEPS.map((step, at) => (
          <span
            key={step.id}
            data-done={answered[at] || undefined}
            data-here={at === n || undefined}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 id={`step-${id}`} tabIndex={-1} className="font-display text-2xl outline-none">
          {title}
        </h2>
        {question && <p className="text-ink-2 max-md:w-full">{question}</p>}
      </div>
      <div className="mt-4 flex flex-col gap-6">{children}</div>
      {!last && (
        <div className="quote-actions md:hidden">
          {n > 0 && (
            <Button variant="secondary" size="lg" onClick={onBack}>
              Back
            </Button>
          )}
          <Button type="submit" size="lg" className="flex-1" onClick={onlyOnce}>
            Next
          </Button>
        </div>
      )}
    </section>
  );
}

/** The second press of two was meant for the step before. */
const onlyOnce = (event: MouseEvent) => event.detail > 1 && event.preventDefault();
