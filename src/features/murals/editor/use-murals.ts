import { useCallback, useRef } from 'react';
import { whyRefused } from '#data/why-refused.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { toast } from '#ui/overlays/toast.ts';
import type { OwnMural, RemovedMural } from '../mural-form.ts';
import {
  orderMurals,
  readOwnMurals,
  readRemovedMurals,
  removeMural,
  restoreMural,
} from '../murals.api.ts';

/** How long what was removed can be brought back from its toast. */
export const UNDO_TOAST_MS = 8000;

interface Murals {
  murals: OwnMural[];
  removed: RemovedMural[];
}

/** Why something about a mural failed, as a toast. */
export function tellFailure(error: unknown, fallback: string): void {
  void toast.error(whyRefused(fallback)(error, []).message);
}

/** The artist's murals: read once, and changed on the screen at once. */
export function useMurals(artist: string) {
  const load = useCallback(async (): Promise<Murals> => {
    const [murals, removed] = await Promise.all([readOwnMurals(artist), readRemovedMurals()]);
    return { murals, removed };
  }, [artist]);
  const { data, change, ...loaded } = useLoad(load);
  const latest = useRef(data);
  latest.current = data;

  /** Puts a mural where it was, or first. */
  const put = useCallback(
    (mural: OwnMural) =>
      change(({ murals, removed }) => ({
        murals: murals.some(({ id }) => id === mural.id)
          ? murals.map((one) => (one.id === mural.id ? mural : one))
          : inOrder([mural, ...murals]),
        removed: removed.filter(({ id }) => id !== mural.id),
      })),
    [change],
  );

  const restore = async (id: string) => {
    try {
      put(await restoreMural(id));
    } catch (error) {
      tellFailure(error, 'The mural wasn’t brought back');
    }
  };

  const remove = async (mural: OwnMural) => {
    try {
      await removeMural(mural.id);
    } catch (error) {
      return tellFailure(error, 'The mural wasn’t removed');
    }
    const { id, title, image_url } = mural;
    const gone = {
      id,
      title,
      removed_at: new Date().toJSON(),
      pictures: image_url ? [image_url] : [],
    };
    change(({ murals, removed }) => ({
      murals: murals.filter((one) => one.id !== id),
      removed: [gone, ...removed.filter((one) => one.id !== id)],
    }));
    void toast.success('Mural removed', {
      duration: UNDO_TOAST_MS,
      action: { label: 'Undo', onClick: () => void restore(id) },
    });
  };

  const saving = useRef<Promise<unknown>>(Promise.resolve());
  /** The screen is ahead of what is stored; saves go one after the other. */
  const order = (ids: string[]) => {
    change(({ murals, removed }) => ({
      murals: ids.flatMap((id) => murals.find((one) => one.id === id) ?? []),
      removed,
    }));
    saving.current = saving.current
      .then(() => orderMurals(ids))
      .catch((error) => {
        tellFailure(error, 'The order wasn’t saved');
        loaded.reload();
      });
  };

  return { ...loaded, data, put, remove, restore, order };
}

const inOrder = (murals: OwnMural[]) =>
  murals.toSorted((a, b) => a.position - b.position || (a.created_at < b.created_at ? 1 : -1));
