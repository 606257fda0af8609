import type { Twin } from '#domain/likeness.ts';
import { Button } from '#ui/Button.tsx';

interface Props {
  twins: readonly Twin[];
  /** The portfolio in its order. */
  order: readonly string[];
  onKeep: (twin: Twin) => void;
  onRemove: (twin: Twin) => void;
}

/** Pictures that are there twice: which, and whether that is meant. */
export function TwinList({ twins, order, onKeep, onRemove }: Props) {
  return (
    <div role="status">
      {twins.length > 0 && (
        <ul
          aria-label="The same picture twice"
          className="flex flex-col gap-3 rounded-card border border-accent bg-paper-2 p-4"
        >
          {twins.map((twin) => (
            <li key={twin.url} className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <p className="min-w-48 flex-1 text-sm wrap-anywhere">
                <strong>{twin.name}</strong> is the same picture as image{' '}
                {order.indexOf(twin.of) + 1}; it is now image {order.indexOf(twin.url) + 1}, too.
              </p>
              <div className="flex gap-2">
                <Button
                  size="sm"
                  variant="secondary"
                  aria-label={`Remove the copy ${twin.name}`}
                  onClick={() => onRemove(twin)}
                >
                  Remove the copy
                </Button>
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Keep both, ${twin.name} too`}
                  onClick={() => onKeep(twin)}
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
