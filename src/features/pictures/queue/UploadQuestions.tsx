import { Button } from '#ui/Button.tsx';
import { OwnPicture } from '../OwnPicture.tsx';
import type { UploadItem } from '../upload-queue.ts';
import { Thumb } from './UploadRow.tsx';
import type { UploadQueue } from './upload-queue.store.ts';

interface Props {
  items: readonly UploadItem[];
  /** The pictures that are there, in their order. */
  portfolio: readonly string[];
  queue: Pick<UploadQueue, 'keepBoth' | 'remove'>;
}

/** Pictures that look like others: which, and whether they are meant. None is refused for it. */
export function UploadQuestions({ items, portfolio, queue }: Props) {
  const asking = items.filter(({ state }) => state === 'asking');
  const ids = asking.map(({ id }) => id);
  return (
    <div role="status">
      {asking.length > 0 && (
        <div className="flex flex-col gap-3 rounded-card border border-accent p-3">
          {asking.length > 1 && (
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p className="font-semibold">{`${asking.length} look like photos you have`}</p>
              <div className="flex gap-2">
                <Button size="sm" variant="secondary" onClick={() => queue.remove(ids)}>
                  Skip All
                </Button>
                <Button size="sm" variant="ghost" onClick={() => queue.keepBoth(ids)}>
                  Keep All
                </Button>
              </div>
            </div>
          )}
          <ul aria-label="The same photo twice" className="flex flex-col gap-3">
            {asking.map((item) => (
              <li key={item.id} className="flex flex-wrap items-center gap-x-3 gap-y-2">
                <Thumb item={item} />
                {item.like?.url && portfolio.includes(item.like.url) && (
                  <OwnPicture
                    url={item.like.url}
                    alt=""
                    className="size-12 shrink-0 rounded-control bg-line object-cover"
                  />
                )}
                <p className="min-w-[min(10rem,100%)] flex-1 text-sm wrap-anywhere">
                  <strong>{item.name}</strong> looks like <span>{lookalike(item, portfolio)}</span>.
                </p>
                <div className="flex gap-2">
                  <Button
                    size="sm"
                    variant="secondary"
                    aria-label={`Skip ${item.name}`}
                    onClick={() => queue.remove([item.id])}
                  >
                    Skip
                  </Button>
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={`Keep both, ${item.name} too`}
                    onClick={() => queue.keepBoth([item.id])}
                  >
                    Keep Both
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function lookalike({ like }: UploadItem, portfolio: readonly string[]): string {
  const at = like?.url ? portfolio.indexOf(like.url) : -1;
  if (at >= 0) return `photo ${at + 1}`;
  return like?.name ? `“${like.name}”` : 'one that you had';
}
