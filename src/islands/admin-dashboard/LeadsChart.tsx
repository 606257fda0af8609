import { useCallback, useState } from 'react';
import { readLeadsByDay } from '#data/admin-overview.ts';
import type { LeadDay } from '#domain/admin.ts';
import { LoadFailed } from '#ui/dashboard/LoadFailed.tsx';
import { Select } from '#ui/inputs.tsx';
import { Skeleton } from '#ui/Spinner.tsx';
import { useLoad } from '#ui/use-load.ts';
import { BarChart } from './BarChart.tsx';
import { chartSummary, dayLabel, fillDays } from './chart.ts';

const SPANS = [7, 30, 90];

/** Leads a day as bars, with the same figures as a sentence and as a table. */
export function LeadsChart() {
  const [span, setSpan] = useState(30);
  const load = useCallback(
    async () => fillDays(await readLeadsByDay(span), span, new Date()),
    [span],
  );
  const { data, failed, reload } = useLoad(load);
  return (
    <section
      aria-labelledby="leads-over-time"
      className="space-y-4 rounded-card border border-line bg-paper-2 p-5 shadow-card"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="leads-over-time" className="font-display text-2xl">
          Leads over time
        </h2>
        <div className="w-32">
          <Select
            aria-label="Period"
            value={String(span)}
            options={SPANS.map((days) => ({ value: String(days), label: `${days} days` }))}
            onChange={(event) => setSpan(Number(event.target.value))}
          />
        </div>
      </div>
      {failed && <LoadFailed what="Leads over time" onRetry={reload} />}
      {!data && !failed && <Skeleton className="h-72" />}
      {data && <Figure days={data} />}
    </section>
  );
}

function Figure({ days }: { days: readonly LeadDay[] }) {
  return (
    <div className="space-y-3">
      <figure className="space-y-3">
        <BarChart days={days} />
        <figcaption className="text-ink-2">{chartSummary(days)}</figcaption>
      </figure>
      <details>
        <summary className="cursor-pointer font-semibold">Show the figures</summary>
        <div className="mt-2 max-h-64 overflow-y-auto">
          <table className="text-left">
            <thead>
              <tr className="text-ink-2 text-sm">
                <th scope="col" className="py-1 pr-6">
                  Day
                </th>
                <th scope="col">Leads</th>
              </tr>
            </thead>
            <tbody className="tabular-nums">
              {[...days].reverse().map(({ day, leads }) => (
                <tr key={day}>
                  <th scope="row" className="py-0.5 pr-6 font-normal">
                    {dayLabel(day)}
                  </th>
                  <td>{leads}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  );
}
