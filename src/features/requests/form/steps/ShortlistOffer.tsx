import { useEffect, useState } from 'react';
import { onStored } from '#browser/browser-storage.ts';
import { paths } from '#config/paths.ts';
import {
  type SavedArtist,
  SHORTLIST_EVENT,
  SHORTLIST_KEY,
} from '#features/directory/shortlist/shortlist.store.ts';
import { Button } from '#ui/Button.tsx';
import { shortlist, unnamed, withNames } from '../shortlisted.store.ts';

interface ShortlistOfferProps {
  description: string;
  /** Takes the description with the artists' names in it, for the person to see and change. */
  onAdd: (description: string) => void;
}

/** The artists saved in this browser, and a way to name them in the request. Nothing without a shortlist. */
export function ShortlistOffer({ description, onAdd }: ShortlistOfferProps) {
  const [saved, setSaved] = useState<SavedArtist[]>([]);
  useEffect(() => {
    const read = () => setSaved(shortlist());
    read();
    const stop = onStored([SHORTLIST_KEY], read);
    addEventListener(SHORTLIST_EVENT, read);
    return () => {
      stop();
      removeEventListener(SHORTLIST_EVENT, read);
    };
  }, []);
  if (saved.length === 0) return null;
  const names = saved.map(({ name }) => name);
  const missing = unnamed(description, names);
  const longer = withNames(description, missing);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-paper-2 p-4">
      <p className="min-w-0 wrap-anywhere">
        <a href={paths.shortlist} className="font-semibold underline">
          Your shortlist
        </a>
        : <span>{names.join(', ')}</span>
      </p>
      {longer && (
        <Button variant="secondary" size="sm" onClick={() => onAdd(longer)}>
          Add them to my request
        </Button>
      )}
      <p role="status" className={missing.length > 0 ? 'sr-only' : 'text-ink-2 text-sm'}>
        {missing.length === 0 && 'Named in your project description.'}
      </p>
    </div>
  );
}
