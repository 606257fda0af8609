import { useState } from 'react';
import { dollars, grouped, hoursText, monthName } from '#lib/format.ts';
import { monthChoices } from '#lib/wall-time.ts';
import { BarChart } from '#ui/chart/BarChart.tsx';
import { chartSummary } from '#ui/chart/chart.ts';
import { DayTable } from '#ui/chart/DayTable.tsx';
import { cx } from '#ui/cx.ts';
import { Select } from '#ui/forms/inputs.tsx';
import type { DayNumbers, MyDay } from './my-day.ts';

/** How far back the numbers go, this month included: views are kept for 13. */
const MONTHS = 13;

interface Props {
  day: MyDay;
  /** When the artist's profile began. */
  since: string;
  /** Another month is on its way. */
  busy: boolean;
  onMonth: (month: string) => void;
}

/** A month in numbers beside the month before, with a chart of the one that is chosen and the figures behind it. */
export function MonthNumbers({ day, since, busy, onMonth }: Props) {
  const { month, before } = day;
  const [shown, setShown] = useState(FIGURES[0] as FigureKind);
  const [choices] = useState(() =>
    monthChoices(MONTHS, { step: -1 }).filter(
      ({ value }, i) => i === 0 || value.slice(0, 7) >= since.slice(0, 7),
    ),
  );
  const name = monthName(month.month);
  return (
    <section
      aria-labelledby="month"
      aria-busy={busy}
      className={cx('space-y-6', busy && 'opacity-60')}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="month" className="font-display text-2xl first-letter:uppercase">
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
      <div className="overflow-hidden rounded-card border border-line bg-paper-2 shadow-card">
        <div className="grid grid-cols-2 gap-px border-line border-b bg-line md:grid-cols-4 2xl:grid-cols-7">
          {FIGURES.map((figure) => (
            <MonthFigure
              key={figure.key}
              figure={figure}
              month={month}
              before={before}
              isShown={figure === shown}
              onShow={() => setShown(figure)}
            />
          ))}
        </div>
        <FigureDays figure={shown} month={month} />
      </div>
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
}

const FIGURES: readonly FigureKind[] = [
  { key: 'requests', title: 'Requests', what: 'requests in', text: grouped },
  { key: 'answers', title: 'First answers', what: 'first answers in', text: grouped },
  { key: 'accepted', title: 'Proposals accepted', what: 'accepted proposals in', text: grouped },
  { key: 'booked', title: 'Booked', what: 'dollars booked in', text: dollars },
  { key: 'received', title: 'Received', what: 'dollars received in', text: dollars },
  { key: 'hours', title: 'Time to a first answer', what: 'hours in', text: hoursText },
  { key: 'views', title: 'Views of your page', what: 'views in', text: grouped },
];

interface FigureProps {
  figure: FigureKind;
  month: MyDay['month'];
  before: MyDay['before'];
  isShown: boolean;
  onShow: () => void;
}

/** A number and its change to the month before; a press shows its days. */
function MonthFigure({ figure, month, before, isShown, onShow }: FigureProps) {
  const { key, title, text } = figure;
  const [now, last] = [month[key], before[key]];
  return (
    <section
      aria-labelledby={`figure-${key}`}
      className={cx(
        'relative flex min-w-0 flex-col gap-1 bg-paper-2 p-4 max-2xl:last:col-span-2',
        isShown && 'shadow-[inset_0_-3px_var(--color-brand)]',
      )}
    >
      <h3 id={`figure-${key}`} className="text-ink-2 text-sm">
        <button
          type="button"
          aria-pressed={isShown}
          onClick={onShow}
          className="cursor-pointer text-start after:absolute after:inset-0"
        >
          {title}
        </button>
      </h3>
      <strong className="mt-auto font-display text-2xl tabular-nums">
        {now === null ? '—' : text(now)}
      </strong>
      <p className="text-ink-2 text-sm">{changeText(now, last, text, monthName(before.month))}</p>
    </section>
  );
}

function changeText(
  now: number | null,
  last: number | null,
  text: FigureKind['text'],
  before: string,
): string {
  if (last === null) return `none in ${before}`;
  if (now === null) return `${text(last)} in ${before}`;
  if (now === last) return `Same as ${before}`;
  return `${now > last ? '+' : '−'}${text(Math.abs(now - last))} vs. ${before}`;
}

/** The days of one number as a chart, and the figures behind it. */
function FigureDays({
  figure: { key, title, what, text },
  month,
}: Pick<FigureProps, 'figure' | 'month'>) {
  const days = month.days.map((day) => ({ day: day.day, value: day[key] ?? 0 }));
  const name = monthName(month.month);
  const summary = key === 'hours' ? `${title} in ${name}, by day.` : chartSummary(days, what, name);
  return (
    <div className="flex flex-col gap-3 p-4">
      <BarChart days={days} summary={summary} height={110} text={text} />
      <DayTable
        what={title}
        days={days}
        text={(value) => (key === 'hours' && value === 0 ? '—' : text(value))}
      />
    </div>
  );
}
