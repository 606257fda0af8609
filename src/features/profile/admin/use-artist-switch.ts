import { useCallback, useState } from 'react';
import { toAppError } from '#data/app-error.ts';
import type { AdminArtist } from '#features/artists/admin/admin-artist.ts';
import { switchArtists } from '#features/artists/admin/artists.api.ts';
import type { TablePage } from '#lib/table-page.ts';
import { TOASTS } from '#lib/toasts.ts';
import { toast } from '#ui/overlays/toast.ts';

type SwitchField = 'public_visible' | 'featured';

const WORDS: Record<SwitchField, { done: string; failed: string }> = {
  public_visible: { done: TOASTS.artistVisibilityUpdated, failed: TOASTS.updateArtistFailed },
  featured: { done: TOASTS.featuredUpdated, failed: TOASTS.featuredFailed },
};

type Change = (edit: (page: TablePage<AdminArtist>) => TablePage<AdminArtist>) => void;

/** Flips a switch as an optimistic update, and back when the database refuses; toasts of section 8. */
export function useArtistSwitch(change: Change) {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());

  const flip = useCallback(
    async (artist: AdminArtist, field: SwitchField, on: boolean) => {
      const key = `${artist.id} ${field}`;
      const set = (value: boolean) =>
        change((page) => ({
          ...page,
          rows: page.rows.map((row) => (row.id === artist.id ? { ...row, [field]: value } : row)),
        }));
      setBusy((now) => new Set(now).add(key));
      set(on);
      try {
        await switchArtists(
          [artist.id],
          field === 'featured' ? { featured: on } : { public_visible: on },
        );
        // Once more: a list that was asked for meanwhile may have been read before this was stored.
        set(on);
        toast.success(WORDS[field].done);
      } catch (error) {
        console.error(error);
        set(!on);
        const invalid = toAppError(error).code === 'artist_id_invalid';
        toast.error(invalid ? TOASTS.invalidArtistId : WORDS[field].failed);
      }
      setBusy((now) => new Set([...now].filter((other) => other !== key)));
    },
    [change],
  );
  return { flip, busy };
}
