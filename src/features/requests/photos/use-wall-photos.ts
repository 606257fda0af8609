import { useCallback, useEffect, useRef, useState } from 'react';
import { onSignOut } from '#browser/personal.ts';
import { onWake } from '#browser/poller.ts';
import { takeIn, wallSets } from '#features/pictures/queue/wall-sets.store.ts';
import { again } from '#ui/again.ts';
import type { WallOf } from './lead-photos.api.ts';
import type { WallPhotos, WallState } from './wall-photos.store.ts';

export type WallPhotosView = ReturnType<typeof useWallPhotos>;

const NOTHING: WallState = { stored: null, items: [], pause: null };

/** Whether a form before this one has left pictures behind. */
const hasDrafts = () =>
  wallSets()
    .all()
    .some(({ lead }) => lead === null);

/**
 * The pictures of a request, or those beside a form (`target` null): what has arrived, what is on its way, and what can
 * be done with them. `target` must be stable. The code comes once there are some, and never before the client reaches for it.
 */
export function useWallPhotos(target: WallOf | null) {
  const [state, setState] = useState<WallState>(NOTHING);
  const [failed, setFailed] = useState(false);
  const engine = useRef<Promise<WallPhotos> | null>(null);
  const stop = useRef<() => void>(() => {});

  const start = useCallback((): Promise<WallPhotos> => {
    engine.current ??= again(() => import('./wall-photos.store.ts')).then((code) => {
      const show = () => setState(code.wallState(target));
      const photos = code.wallPhotos(target);
      stop.current = code.$wallChanges.listen(show);
      show();
      return photos;
    });
    return engine.current;
  }, [target]);

  const reload = useCallback(async () => {
    try {
      await (await start()).load();
      setFailed(false);
    } catch (error) {
      console.error(error);
      setFailed(true);
    }
  }, [start]);

  useEffect(() => {
    if (target) void reload();
    else if (hasDrafts()) void start();
    const asleep = target ? onWake(() => void reload()) : () => {};
    const left = onSignOut(() => setState(NOTHING));
    return () => {
      asleep();
      left();
      stop.current();
      engine.current = null;
    };
  }, [target, reload, start]);

  return {
    ...state,
    failed,
    reload,
    add: (files: readonly File[]) => takeIn(start().then((photos) => photos.add(files))),
    remove: async (ids: readonly string[]) => (await start()).remove(ids),
    retry: async (ids: readonly string[]) => (await start()).retry(ids),
    /** Takes one away that has arrived; rejects where that failed. */
    removeStored: async (path: string) => (await start()).removeStored(path),
  };
}
