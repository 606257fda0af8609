import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { onWake } from '#browser/poller.ts';
import { fileRefusal } from '#features/pictures/chosen/source-file.ts';
import { prepareUpload } from '#features/pictures/prepare-upload.ts';
import { sendToFolder } from '#features/pictures/queue/send-to-folder.store.ts';
import type { UploadQueueOptions } from '#features/pictures/queue/upload-jobs.store.ts';
import { pageKeeper } from '#features/pictures/queue/upload-keeper.store.ts';
import { createUploadQueue } from '#features/pictures/queue/upload-queue.store.ts';
import { BUCKETS } from '#features/pictures/upload.ts';
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
      user: userId,
      keeper: pageKeeper(),
      limit,
      full,
      refusalOf: fileRefusal,
      prepare: (file) => prepareUpload(file, BUCKETS.portfolio.maxBytes),
      listed: () => latest.current.listed(),
      send: (upload) => sendToFolder(userId, upload),
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
