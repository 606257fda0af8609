import { paths } from '#config/paths.ts';
import { dayLabel } from '#lib/format.ts';
import { cx } from '#ui/cx.ts';
import { type Estimate, estimate } from './estimate.ts';
import type { EstimateRates } from './estimate-rates.ts';
import { rangeLabel } from './rounding.ts';
import type { WallToPaint } from './wall-price.ts';

interface Props {
  wall: WallToPaint;
  rates: EstimateRates | null;
  className?: string;
}

/** What a wall may cost, always a range with what moves it; nothing while its size is not known. */
export function EstimateRange({ wall, rates, className }: Props) {
  const found = estimate(wall, rates);
  return (
    <div className={cx('estimate', className)} hidden={!found}>
      <p role="status">
        {found && (
          <>
            <span className="block text-ink-2 text-sm">Walls like this one usually cost</span>
            <strong className="block font-display text-2xl">{rangeLabel(found)}</strong>
          </>
        )}
      </p>
      {found && rates && (
        <>
          <p className="mt-1 text-ink-2 text-sm">{`${basisLabel(found, rates)} An estimate, not an offer.`}</p>
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
        </>
      )}
    </div>
  );
}

function basisLabel({ basis }: Estimate, { checked_on }: EstimateRates): string {
  if (basis === 'table') return `Based on published prices as of ${dayLabel(checked_on)}.`;
  return `Based on ${basis.walls} accepted proposals for such walls on this site.`;
}
