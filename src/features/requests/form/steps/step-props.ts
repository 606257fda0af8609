import type { useQuote } from '../use-quote.ts';

/** What a step is given. */
export interface StepProps {
  quote: ReturnType<typeof useQuote>;
  /** The one thing that it asks was chosen with a finger: a phone goes on. */
  onPicked: () => void;
}
