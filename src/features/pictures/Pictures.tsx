import { type MouseEvent, useRef, useState } from 'react';
import { again } from '#ui/again.ts';
import { cx } from '#ui/cx.ts';
import { Skeleton } from '#ui/Spinner.tsx';
import type { PictureInMessage } from './picture-in-message.ts';

interface Props {
  pictures: readonly PictureInMessage[];
  /** Asks again for what could not be shown. */
  onAgain: () => void;
}

/** The pictures of one message in room of a fixed size, so that nothing moves when they come; each opens large. */
export function Pictures({ pictures, onAgain }: Props) {
  const single = pictures.length === 1;
  return (
    <ul className={cx('grid w-64 max-w-full gap-1', single ? 'grid-cols-1' : 'grid-cols-2')}>
      {pictures.map((picture) => (
        <li
          key={picture.name}
          className={cx(
            'flex overflow-hidden rounded-card bg-line',
            single ? 'aspect-4/3' : 'aspect-square',
          )}
        >
          <OnePicture picture={picture} onAgain={onAgain} />
        </li>
      ))}
    </ul>
  );
}

/**
 * One picture in a room of its own in a list, all of which the gallery shows. Its address lasts for minutes only: when it
 * fails, another one is asked for before the page says so.
 */
export function OnePicture({
  picture,
  onAgain,
}: {
  picture: PictureInMessage;
  onAgain: () => void;
}) {
  const { name, src, absent } = picture;
  const [failed, setFailed] = useState<string | null>(null);
  const asked = useRef(false);
  if (absent) return <Words name={name}>{absent}</Words>;
  if (src === undefined) return <Skeleton className="flex-1" />;
  if (src === null || failed === src) {
    return (
      <Words key="failed" name={name}>
        Could not be loaded.{' '}
        <button
          type="button"
          className="min-h-6 cursor-pointer underline underline-offset-2"
          aria-label={`Try again: ${name}`}
          onClick={() => {
            // The same address may come again, of the same second.
            setFailed(null);
            onAgain();
          }}
        >
          Try Again
        </button>
      </Words>
    );
  }
  return (
    <a href={src} className="flex flex-1 focus-visible:-outline-offset-3" onClick={openLarge}>
      <picture className="flex flex-1">
        <img
          src={src}
          alt={name}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onLoad={() => {
            asked.current = false;
          }}
          onError={() => {
            setFailed(src);
            if (!asked.current) onAgain();
            asked.current = true;
          }}
        />
      </picture>
    </a>
  );
}

function Words({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <p className="m-auto p-3 text-center text-ink text-sm wrap-anywhere">
      <span className="sr-only">{`${name}: `}</span>
      <span>{children}</span>
    </p>
  );
}

/** All pictures of the message in the gallery of the whole screen; its code comes with the first press. */
async function openLarge(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  const link = event.currentTarget;
  const links = [...(link.closest('ul')?.querySelectorAll('a') ?? [])];
  const { openLightbox, ready } = await again(() => import('./lightbox.script.ts'));
  await ready;
  openLightbox(links, links.indexOf(link), 'Photos');
}
