import { useCallback } from 'react';
import { pictureAddresses } from '#features/pictures/message-pictures.api.ts';
import { useAddresses } from '#features/pictures/use-addresses.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { useRefresh } from '#ui/hooks/use-refresh.ts';
import { readDiary } from './diary.api.ts';
import { daysOf } from './diary.ts';

/** The diary of a job as it is now, with the addresses of its photos. `job` must be stable between renders. */
export function useDiary(job: AssignmentKey) {
  const { token } = job;
  const load = useCallback(async () => ({ diary: await readDiary(job) }), [job]);
  const { data, failed, reload, refresh } = useLoad(load);
  useRefresh(refresh);
  const days = daysOf(data?.diary?.entries ?? []);
  const sign = useCallback((paths: readonly string[]) => pictureAddresses(paths, token), [token]);
  const photos = useAddresses(
    days.flatMap(({ paths }) => paths),
    sign,
  );
  return { failed: failed && !data, reload, days, photos };
}
