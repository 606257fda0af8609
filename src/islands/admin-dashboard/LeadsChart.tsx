import { useCallback, useState } from 'react';
import { readLeadsByDay } from '#data/admin-overview.ts';
import type { LeadDay } from '#domain/admin.ts';
import { Select } from '#ui/inputs.tsx';
import { Skeleton } from '#ui/Spinner.tsx';
import { bars, chartSummary, dayLabel, fillDays, gridlines } from './chart.ts';
import { Labelled } from './Labelled.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import { useLoad } from './use-load.ts';

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
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 id="leads-over-time" className="font-display text-2xl">
          Leads over time
        </h2>
        <Labelled label="Period">
          <Select
            value={String(span)}
            options={SPANS.map((days) => ({ value: String(days), label: `${days} days` }))}
            onChange={(event) => setSpan(Number(event.target.value))}
          />
        </Labelled>
      </div>
      {failed && <LoadFailed what="Leads over time" onRetry={reload} />}
      {!data && !failed && <Skeleton className="h-56" />}
      {data && <Figure days={data} />}
    </section>
  );
}

function Figure({ days }: { days: readonly LeadDay[] }) {
  return (
    <figure className="space-y-3">
      <Drawing days={days} />
      <figcaption className="text-ink-2">{chartSummary(days)}</figcaption>
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
    </figure>
  );
}

const WIDTH = 720;
const HEIGHT = 180;
const LEFT = 36;
const BOTTOM = 24;

function Drawing({ days }: { days: readonly LeadDay[] }) {
  const lines = gridlines(Math.max(0, ...days.map(({ leads }) => leads)));
  const top = lines.at(-1) ?? 1;
  const yOf = (value: number) => HEIGHT - (value / top) * HEIGHT + 8;
  const named = [0, Math.floor(days.length / 2), days.length - 1];
  const slot = (WIDTH - LEFT) / days.length;
  return (
    <svg
      role="img"
      aria-label={chartSummary(days)}
      viewBox={`0 0 ${WIDTH} ${HEIGHT + BOTTOM + 8}`}
      className="h-auto w-full overflow-visible fill-ink-2 text-xs"
    >
      {lines.map((value) => (
        <g key={value}>
          <line className="stroke-line" x1={LEFT} x2={WIDTH} y1={yOf(value)} y2={yOf(value)} />
          <text x={LEFT - 8} y={yOf(value) + 4} textAnchor="end">
            {value}
          </text>
        </g>
      ))}
      <g className="fill-river" transform={`translate(${LEFT} 8)`}>
        {bars(days, top, WIDTH - LEFT, HEIGHT).map((bar) => (
          <rect key={bar.day} x={bar.x} y={bar.y} width={bar.width} height={bar.height} rx={2}>
            <title>{`${dayLabel(bar.day)}: ${bar.leads}`}</title>
          </rect>
        ))}
      </g>
      {named.map((i) => (
        <text
          key={i}
          x={LEFT + (i + 0.5) * slot}
          y={HEIGHT + BOTTOM + 4}
          textAnchor={i === days.length - 1 ? 'end' : i === 0 ? 'start' : 'middle'}
        >
          {dayLabel(days[i]?.day ?? '')}
        </text>
      ))}
    </svg>
  );
}
