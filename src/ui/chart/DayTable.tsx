import { chartDay, type DayValue } from './chart.ts';

interface Props {
  /** The heading of the values, such as 'Leads'. */
  what: string;
  days: readonly DayValue[];
  /** A value in words; as a number without it. */
  text?: (value: number) => string;
}

/** The figures behind a chart of days, the newest first. */
export function DayTable({ what, days, text = String }: Props) {
  return (
    <details>
      <summary className="cursor-pointer font-semibold">
        Show the figures<span className="sr-only">{`: ${what}`}</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section className="mt-2 max-h-64 overflow-y-auto" tabIndex={0} aria-label={`${what} by day`}>
        <table className="text-left">
          <thead>
            <tr className="text-ink-2 text-sm">
              <th scope="col" className="py-1 pr-6">
                Day
              </th>
              <th scope="col">{what}</th>
            </tr>
          </thead>
          <tbody className="tabular-nums">
            {[...days].reverse().map((day) => (
              <tr key={day.day}>
                <th scope="row" className="py-0.5 pr-6 font-normal">
                  {chartDay(day.day)}
                </th>
                <td>{text(day.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
