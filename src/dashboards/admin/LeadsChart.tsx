import { useCallback, useState } from 'react';
import { BarChart } from '#ui/chart/BarChart.tsx';
import { chartSummary, type DayValue, fillDays } from '#ui/chart/chart.ts';
import { DayTable } from '#ui/chart/DayTable.tsx';
import { Select } from '#ui/forms/inputs.tsx';
import { useLoad } from '#ui/hooks/use-load.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { Skeleton } from '#ui/Spinner.tsx';
import { readLeadsByDay } from './overview.api.ts';

const SPANS = [7, 30, 90];

/** Leads a day as bars, with the same figures as a sentence and as a table. */
export function LeadsChart() {
  const [span, setSpan] = useState(30);
  const load = useCallback(async () => {
    const days = await readLeadsByDay(span);
    return fillDays(
      days.map(({ day, leads }) => ({ day, value: leads })),
      span,
      new Date(),
    );
  }, [span]);
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
      {failed && <LoadFailed text="Leads over time didn’t load." onRetry={reload} />}
      {!data && !failed && <Skeleton className="h-72" />}
      {data && <Figure days={data} />}
    </section>
  );
}

function Figure({ days }: { days: readonly DayValue[] }) {
  const summary = chartSummary(days, 'leads', `in the last ${days.length} days`);
  return (
    <div className="space-y-3">
      <figure className="space-y-3">
        <BarChart days={days} summary={summary} />
        <figcaption className="text-ink-2">{summary}</figcaption>
      </figure>
      <DayTable what="Leads" days={days} />
    </div>
  );
}
