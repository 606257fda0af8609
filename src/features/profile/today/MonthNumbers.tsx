import { useState } from 'react';
import type { Artist } from '#features/artists/artist.ts';
import { grouped, hoursText, monthChoices, monthName } from '#lib/format.ts';
import { BarChart } from '#ui/chart/BarChart.tsx';
import { chartSummary } from '#ui/chart/chart.ts';
import { DayTable } from '#ui/chart/DayTable.tsx';
import { cx } from '#ui/cx.ts';
import { Select } from '#ui/forms/inputs.tsx';
import { LookedTable } from './LookedTable.tsx';
import type { DayNumbers, MyDay } from './my-day.ts';

/** How far back the numbers go, this month included: views are kept for 13. */
const MONTHS = 13;

interface Props {
  day: MyDay;
  artist: Artist;
  /** Another month is on its way. */
  busy: boolean;
  onMonth: (month: string) => void;
}

/** A month in numbers beside the month before, each with a chart and the figures behind it. */
export function MonthNumbers({ day, artist, busy, onMonth }: Props) {
  const { month, before, pictures, murals } = day;
  const [choices] = useState(() => monthChoices(MONTHS, { step: -1 }));
  const name = monthName(month.month);
  const last = monthName(before.month);
  return (
    <section
      aria-labelledby="month"
      aria-busy={busy}
      className={cx('space-y-6', busy && 'opacity-60')}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="month" className="font-display text-2xl">
          {name}
        </h2>
        <div className="w-48">
          <Select
            aria-label="Month"
            value={month.month}
            options={choices}
            onChange={(event) => onMonth(event.target.value)}
          />
        </div>
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        {FIGURES.map((figure) => (
          <MonthFigure key={figure.key} figure={figure} month={month} before={before} />
        ))}
      </div>
      <LookedTable
        title="Views of each photo"
        none="No photo views yet."
        rows={pictures}
        nameOf={({ url, title }) =>
          title ?? `Photo ${artist.portfolio_images.indexOf(url ?? '') + 1}`
        }
        months={[name, last]}
      />
      {murals.length > 0 && (
        <LookedTable
          title="Views of each mural page"
          none="No mural views yet."
          rows={murals}
          nameOf={({ title }) => title ?? ''}
          months={[name, last]}
        />
      )}
    </section>
  );
}

type Key = Exclude<keyof DayNumbers, 'day'>;
interface FigureKind {
  key: Key;
  title: string;
  /** As in '12 requests in November'. */
  what: string;
  text: (value: number) => string;
  /** What else the month's number says. */
  note?: (month: MyDay['month']) => string | null;
}

const FIGURES: readonly FigureKind[] = [
  { key: 'requests', title: 'Requests', what: 'requests', text: grouped },
  { key: 'answers', title: 'First answers', what: 'first answers', text: grouped },
  {
    key: 'accepted',
    title: 'Proposals accepted',
    what: 'accepted proposals',
    text: grouped,
    note: ({ won, requests }) =>
      requests > 0
        ? `${Math.round((won / requests) * 100)}% of this month’s requests so far`
        : null,
  },
  {
    key: 'hours',
    title: 'Time to a first answer',
    what: 'hours',
    text: hoursText,
    note: ({ hours }) => (hours === null ? null : 'Half of your answers were faster'),
  },
  { key: 'views', title: 'Views of your page', what: 'views', text: grouped },
];

interface FigureProps {
  figure: FigureKind;
  month: MyDay['month'];
  before: MyDay['before'];
}

function MonthFigure({ figure: { key, title, what, text, note }, month, before }: FigureProps) {
  const [now, last] = [month[key], before[key]];
  const days = month.days.map((day) => ({ day: day.day, value: day[key] ?? 0 }));
  const inMonth = `in ${monthName(month.month)}`;
  const summary =
    key === 'hours' ? `${title} ${inMonth}, by day.` : chartSummary(days, what, inMonth);
  return (
    <section
      aria-labelledby={`figure-${key}`}
      className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-paper-2 p-5 shadow-card md:last:col-span-2"
    >
      <h3 id={`figure-${key}`} className="text-ink-2">
        {title}
      </h3>
      <div>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <strong className="font-display text-4xl tabular-nums">
            {now === null ? '—' : text(now)}
          </strong>
          <span className="text-ink-2 text-sm">{`${last === null ? 'none' : text(last)} in ${monthName(before.month)}`}</span>
        </p>
        {note && <p className="min-h-5 text-ink-2 text-sm">{note(month)}</p>}
      </div>
      {days.some(({ value }) => value > 0) && (
        <>
          <BarChart days={days} summary={summary} height={90} text={text} />
          <DayTable
            what={title}
            days={days}
            text={(value) => (key === 'hours' && value === 0 ? '—' : text(value))}
          />
        </>
      )}
    </section>
  );
}
