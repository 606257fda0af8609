import type { QuoteWay } from '../sending/quote-way.store.ts';

interface WaySwitchProps {
  way: QuoteWay;
  onWay: (way: QuoteWay) => void;
}

/** From the steps to the plain form and back. A form of its own: a press before the island is awake waits for it. */
export function WaySwitch({ way, onWay }: WaySwitchProps) {
  const other = way === 'steps' ? 'plain' : 'steps';
  return (
    <form
      method="post"
      aria-label="Way of asking"
      className="mb-6 flex justify-end"
      onSubmit={(event) => {
        event.preventDefault();
        onWay(other);
      }}
    >
      <button type="submit" className="cursor-pointer font-semibold underline underline-offset-4">
        {other === 'plain' ? 'Show the plain form' : 'Guide me through it'}
      </button>
    </form>
  );
}
