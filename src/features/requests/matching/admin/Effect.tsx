import { plural } from '#lib/format.ts';
import { optionLabel } from '#lib/options.ts';
import { When } from '#ui/When.tsx';
import { type ChangedMatches, comings, type MatchingPreview } from '../matching.ts';

/** What a change would have made of the last requests. */
export function Effect({ preview }: { preview: MatchingPreview }) {
  const { requests, changed, before, after, changes } = preview;
  const rows = [
    ['Artists who are offered something', before.artists, after.artists],
    ['Of them with fewer than three requests', before.newcomers, after.newcomers],
    ['Evenness (0: all alike)', before.gini.toFixed(2), after.gini.toFixed(2)],
  ] as const;
  return (
    <section
      aria-labelledby="matching-effect"
      className="flex flex-col gap-4 rounded-card border border-line bg-paper-2 p-4 sm:p-5"
    >
      <h3 id="matching-effect" tabIndex={-1} className="font-display text-lg outline-none">
        {requests === 0
          ? 'There are no requests yet'
          : `Of the last ${plural(requests, 'request')}, ${changed} would go to other artists`}
      </h3>
      {requests > 0 && (
        <table className="w-full max-w-xl text-sm">
          <thead>
            <tr className="border-line border-b text-left">
              <td />
              <th scope="col" className="py-1.5 text-right font-semibold">
                Now
              </th>
              <th scope="col" className="py-1.5 pl-4 text-right font-semibold">
                Then
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, now, then]) => (
              <tr key={label} className="border-line border-b last:border-0">
                <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                  {label}
                </th>
                <td className="py-1.5 text-right tabular-nums">{now}</td>
                <td className="py-1.5 pl-4 text-right font-semibold tabular-nums">{then}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {changes.length > 0 && (
        <details>
          <summary className="cursor-pointer font-semibold text-brand underline">
            Which ones
          </summary>
          <ul className="mt-3 flex max-h-96 flex-col divide-y divide-line overflow-y-auto">
            {changes.map((change) => (
              <Changed key={change.id} change={change} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

const list = (names: string[]) => new Intl.ListFormat('en').format(names);

function Changed({ change }: { change: ChangedMatches }) {
  const { come, go } = comings(change);
  return (
    <li className="py-3 text-sm wrap-anywhere">
      <p className="font-medium">
        <span>
          {[change.city, change.style && optionLabel(change.style)].filter(Boolean).join(', ')}
        </span>{' '}
        <span className="font-normal text-ink-2">
          <When iso={change.created_at} />
        </span>
      </p>
      {come.length > 0 && <p>{`In: ${list(come)}`}</p>}
      {go.length > 0 && <p className="text-ink-2">{`Out: ${list(go)}`}</p>}
    </li>
  );
}
