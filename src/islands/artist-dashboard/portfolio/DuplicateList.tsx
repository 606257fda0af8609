import type { Duplicate } from '#domain/likeness.ts';
import { Button } from '#ui/Button.tsx';

interface Props {
  duplicates: readonly Duplicate[];
  /** The portfolio in its order. */
  order: readonly string[];
  onKeep: (duplicate: Duplicate) => void;
  onRemove: (duplicate: Duplicate) => void;
}

/** Pictures that are there twice: which, and whether that is meant. */
export function DuplicateList({ duplicates, order, onKeep, onRemove }: Props) {
  return (
    <div role="status">
      {duplicates.length > 0 && (
        <ul
          aria-label="The same picture twice"
          className="flex flex-col gap-3 rounded-card border border-accent bg-paper-2 p-4"
        >
          {duplicates.map((duplicate) => (
            <li key={duplicate.url} className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <p className="min-w-48 flex-1 text-sm wrap-anywhere">
                <strong>{duplicate.name}</strong> is the same picture as image{' '}
                {order.indexOf(duplicate.of) + 1}; it is now image{' '}
                {order.indexOf(duplicate.url) + 1}, too.
              </p>
              <div className="flex gap-2">
                <Button
                  size="sm"
                  variant="secondary"
                  aria-label={`Remove the copy ${duplicate.name}`}
                  onClick={() => onRemove(duplicate)}
                >
                  Remove the copy
                </Button>
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Keep both, ${duplicate.name} too`}
                  onClick={() => onKeep(duplicate)}
                >
                  Keep both
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
