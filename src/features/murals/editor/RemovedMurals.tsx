import { wordFor } from '#lib/options.ts';
import { SmallButton } from '#ui/Button.tsx';
import type { RemovedMural } from '../mural-form.ts';

interface Props {
  removed: readonly RemovedMural[];
  onRestore: (id: string) => Promise<void>;
}

/** What was removed within the last day, and can be brought back. */
export function RemovedMurals({ removed, onRestore }: Props) {
  if (removed.length === 0) return null;
  return (
    <section aria-labelledby="removed-murals" className="rounded-card border border-line p-5">
      <h2 id="removed-murals" className="font-display text-xl">
        Removed
      </h2>
      <p className="mt-1 text-ink-2 text-sm">Kept for a day.</p>
      <ul className="mt-3 divide-y divide-line">
        {removed.map(({ id, title }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span className="min-w-0 font-semibold wrap-anywhere">{wordFor(title)}</span>
            <SmallButton
              aria-label={`Bring back ${wordFor(title)}`}
              onClick={() => void onRestore(id)}
            >
              Bring Back
            </SmallButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
