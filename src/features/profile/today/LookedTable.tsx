import { useState } from 'react';
import { OwnPicture } from '#features/pictures/OwnPicture.tsx';
import { grouped } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import type { Looked } from './my-day.ts';

/** How many rows are shown at first: the ones that were looked at most. */
const FIRST = 6;

interface Props {
  title: string;
  /** What is said where nothing was looked at. */
  none: string;
  rows: readonly Looked[];
  nameOf: (row: Looked) => string;
  /** The names of the month and of the one before. */
  months: [string, string];
}

/** How often each was looked at, as bars in a table. */
export function LookedTable({ title, none, rows, nameOf, months }: Props) {
  const [all, setAll] = useState(false);
  const most = Math.max(...rows.map(({ views }) => views));
  const seen = rows.some(({ views, before }) => views + before > 0);
  return (
    <section className="flex flex-col gap-3 rounded-card border border-line bg-paper-2 p-4 shadow-card sm:p-5">
      <h3 className="text-ink-2">{title}</h3>
      {!seen && <p>{none}</p>}
      {seen && (
        <table className="w-full text-left">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="text-ink-2 text-sm">
              <th scope="col" className="py-1">
                <span className="sr-only">Name</span>
              </th>
              <th scope="col" className="py-1 text-right">
                <MonthHead name={months[0]} />
              </th>
              <th scope="col" className="py-1 pl-3 text-right sm:pl-4">
                <MonthHead name={months[1]} />
              </th>
            </tr>
          </thead>
          <tbody className="tabular-nums">
            {rows.slice(0, all ? rows.length : FIRST).map((row, i) => (
              <tr key={row.url ?? i} className="border-line border-t">
                <th scope="row" className="w-full py-2 pr-3 font-normal">
                  <span className="flex items-center gap-3">
                    {row.url && (
                      <OwnPicture
                        url={row.url}
                        alt=""
                        className="size-10 shrink-0 sm:size-12 rounded-control bg-line object-cover"
                      />
                    )}
                    <span className="min-w-0 grow">
                      <span className="wrap-anywhere line-clamp-2">{nameOf(row)}</span>
                      <svg
                        aria-hidden="true"
                        className="mt-1 h-2 w-full"
                        viewBox="0 0 100 8"
                        preserveAspectRatio="none"
                      >
                        <rect className="fill-line" width="100" height="8" />
                        <rect
                          className="fill-river"
                          width={most > 0 ? (row.views / most) * 100 : 0}
                          height="8"
                        />
                      </svg>
                    </span>
                  </span>
                </th>
                <td className="py-2 text-right">{grouped(row.views)}</td>
                <td className="py-2 pl-3 text-right sm:pl-4 text-ink-2">{grouped(row.before)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {seen && rows.length > FIRST && !all && (
        <Button
          variant="secondary"
          size="sm"
          className="self-start"
          onClick={() => setAll(true)}
        >{`Show All ${rows.length}`}</Button>
      )}
    </section>
  );
}

/** 'November', or 'Nov' where a name of a picture would have no room beside it. */
function MonthHead({ name }: { name: string }) {
  return (
    <>
      <span className="max-sm:hidden">{name}</span>
      <span className="sm:hidden">{name.slice(0, 3)}</span>
    </>
  );
}
