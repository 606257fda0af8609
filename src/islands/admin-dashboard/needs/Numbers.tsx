import { readOverview } from '#data/admin-overview.ts';
import { grouped } from '#domain/format.ts';
import { useLoad } from '#ui/use-load.ts';
import { cardsOf } from '../OverviewTab.tsx';

/** The six counts of the overview in a line; what could not be read is left out, for Overview says so. */
export function Numbers() {
  const { data } = useLoad(readOverview);
  if (!data) return null;
  return (
    <ul
      aria-label="Counts"
      className="flex flex-wrap gap-x-6 gap-y-1 border-line border-t pt-4 text-ink-2 text-sm"
    >
      {cardsOf(data).map(({ label, value, href }) => (
        <li key={label}>
          <a href={href} className="underline-offset-4 hover:underline">
            <span>{label}</span> <strong className="text-ink tabular-nums">{grouped(value)}</strong>
          </a>
        </li>
      ))}
    </ul>
  );
}
