import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { onWake } from '#browser/poller.ts';
import { folderUploads } from '#features/pictures/queue/folder-uploads.store.ts';
import type { UploadQueueOptions } from '#features/pictures/queue/upload-jobs.store.ts';
import { pageKeeper } from '#features/pictures/queue/upload-keeper.store.ts';
import { createUploadQueue } from '#features/pictures/queue/upload-queue.store.ts';
import { isUnderWay } from '#features/pictures/upload-queue.ts';
import { useUnsavedWarning } from '#ui/forms/use-unsaved-warning.ts';

interface Options extends Pick<UploadQueueOptions, 'listed' | 'limit' | 'full' | 'save'> {
  userId: string;
}

/** Pictures of a mural on their way. They are kept as long as the page with its form: only the form names them. */
export function useMuralUploads({ userId, limit, full, ...list }: Options) {
  const latest = useRef(list);
  latest.current = list;
  const [queue] = useState(() =>
    createUploadQueue({
      ...folderUploads(userId),
      keeper: pageKeeper(),
      limit,
      full,
      listed: () => latest.current.listed(),
      save: (urls) => latest.current.save(urls),
      onRest: () => {},
      onProblem: () => {},
    }),
  );
  useEffect(() => onWake(queue.wake), [queue]);
  const state = useStore(queue.$state);
  useUnsavedWarning(state.items.some(isUnderWay));
  return { queue, state };
}
