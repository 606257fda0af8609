import { estimate } from '../estimate.ts';
import { COMPLEXITIES, COMPLEXITY_LABELS } from '../estimate-rates.ts';
import { typedRates } from '../rates-form.ts';
import { rangeLabel } from '../rounding.ts';

const WALL = { widthFt: 20, heightFt: 10, surface: 'stucco', city: null } as const;

/** What the typed rates make of a wall; nothing while they break a rule. */
export function CostsPreview({ parsed }: { parsed: Record<string, unknown> | undefined }) {
  if (!parsed) return null;
  const rates = typedRates(parsed);
  return (
    <div className="rounded-card bg-paper-2 p-4">
      <p className="font-semibold">20 by 10 feet of stucco in San Antonio would then cost</p>
      <ul className="mt-1 text-sm">
        {COMPLEXITIES.map((complexity) => {
          const found = estimate({ ...WALL, complexity }, rates);
          return (
            <li
              key={complexity}
            >{`${COMPLEXITY_LABELS[complexity].name}: ${found ? rangeLabel(found) : ''}`}</li>
          );
        })}
      </ul>
      <p className="mt-1 text-ink-2 text-sm">
        From 20 accepted proposals of a kind on, those decide.
      </p>
    </div>
  );
}
