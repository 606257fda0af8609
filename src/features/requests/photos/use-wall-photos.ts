import { useCallback, useEffect, useRef, useState } from 'react';
import { onSignOut } from '#browser/personal.ts';
import { onWake } from '#browser/poller.ts';
import { takeIn, wallSets } from '#features/pictures/queue/wall-sets.store.ts';
import type { WallPhotos, WallState, WallTarget } from './wall-photos.store.ts';
import type { WallTools } from './wall-queue.store.ts';

/** What the pictures need once there are some; fetched then, and never before the client reaches for it. */
type WallCode = typeof import('./wall-photos.store.ts') & { wallTools: WallTools };

const NOTHING: WallState = { stored: null, items: [], pause: null };

/** Whether a form before this one has left pictures behind. */
const hasDrafts = () =>
  wallSets()
    .all()
    .some(({ lead }) => lead === null);

/**
 * The pictures of a request, or those beside a form (`target` null): what has arrived, what is on its way, and what can
 * be done with them. `load` gives the code, with `wallTools` of `tools.store.ts`; it must be stable, as
 * `target` must. Everything returned is what `WallPhotosPicker` and `RequestPhotos` show.
 */
export function useWallPhotos(target: WallTarget, load: () => Promise<WallCode>) {
  const [state, setState] = useState<WallState>(NOTHING);
  const [failed, setFailed] = useState(false);
  const engine = useRef<Promise<WallPhotos> | null>(null);
  const stop = useRef<() => void>(() => {});

  const start = useCallback((): Promise<WallPhotos> => {
    engine.current ??= load().then((code) => {
      const show = () => setState(code.wallState(target));
      const photos = code.wallPhotos(target, code.wallTools);
      stop.current = code.$wallChanges.listen(show);
      show();
      return photos;
    });
    return engine.current;
  }, [target, load]);

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
    removeStored: async (path: string) => (await start()).removeStored(path),
  };
}
