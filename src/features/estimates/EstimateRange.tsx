import { paths } from '#config/paths.ts';
import { dayLabel } from '#lib/format.ts';
import type { Estimate } from './estimate.ts';
import { rangeLabel } from './rounding.ts';

interface Props {
  found: Estimate;
  /** The day on which the sources of the rates were read. */
  checkedOn: string;
}

/** What a wall may cost, always a range with what moves it. */
export function EstimateRange({ found, checkedOn }: Props) {
  return (
    <div className="estimate">
      <p role="status">
        <span className="block text-ink-2 text-sm">Walls like this one usually cost</span>
        <strong className="block font-display text-2xl">{rangeLabel(found)}</strong>
      </p>
      <p className="mt-1 text-ink-2 text-sm">{`${basisLabel(found, checkedOn)} An estimate, not an offer.`}</p>
      <details className="mt-2">
        <summary className="cursor-pointer py-1.5 font-bold text-sm">
          What affects the price
        </summary>
        <ul className="mt-1 grid list-disc gap-1.5 pl-5 text-sm">
          {found.movers.map((line) => (
            <li key={line}>{line}</li>
          ))}
          <li>
            <a href={paths.cost} className="underline">
              What a mural costs
            </a>
            , with the sources
          </li>
        </ul>
      </details>
    </div>
  );
}

function basisLabel({ basis }: Estimate, checkedOn: string): string {
  if (basis === 'table') return `Based on published prices as of ${dayLabel(checkedOn)}.`;
  return `Based on ${basis.walls} accepted proposals for such walls on this site.`;
}
