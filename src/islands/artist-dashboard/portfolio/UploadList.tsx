import { Button } from '#ui/Button.tsx';
import { Progress } from '#ui/Progress.tsx';
import type { UploadItem } from './upload-batch.ts';

interface Props {
  items: readonly UploadItem[];
  onRetry: (item: UploadItem) => void;
  onDismiss: (item: UploadItem) => void;
}

/** Every file on its way, with a bar of its own; what failed can be tried again. */
export function UploadList({ items, onRetry, onDismiss }: Props) {
  if (items.length === 0) return null;
  return (
    <ul aria-label="Uploads" className="flex flex-col gap-3 rounded-card bg-paper-2 p-4">
      {items.map((item) => (
        <li key={item.id}>
          {item.problem ? (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <p role="alert" className="min-w-0 flex-1 text-sm">
                <strong className="block truncate">{item.file.name}</strong>
                <span className="text-danger">{item.problem}</span>
              </p>
              {item.state === 'failed' && (
                <Button
                  size="sm"
                  variant="secondary"
                  aria-label={`Retry ${item.file.name}`}
                  onClick={() => onRetry(item)}
                >
                  Retry
                </Button>
              )}
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Dismiss ${item.file.name}`}
                onClick={() => onDismiss(item)}
              >
                Dismiss
              </Button>
            </div>
          ) : (
            <Progress
              label={item.file.name}
              value={item.state === 'preparing' ? undefined : item.progress}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
