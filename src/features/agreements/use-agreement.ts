import { useCallback } from 'react';
import { toAppError } from '#data/app-error.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { messageFor } from '#lib/errors.ts';
import { toast } from '#ui/toast.ts';
import { useAttempt } from '#ui/use-attempt.ts';
import { useLoad } from '#ui/use-load.ts';
import { useRefresh } from '#ui/use-refresh.ts';
import { readAgreement, type ShownAgreement } from './agreement.api.ts';

const FAILED = 'That could not be saved. Try again.';

/** The agreement as it is, and one act about it at a time; what was refused is said, and what is shown is read again. */
export function useAgreement({ lead, artist, token }: AssignmentKey) {
  const load = useCallback(() => readAgreement({ lead, artist, token }), [lead, artist, token]);
  const { data, failed, reload, refresh, change } = useLoad(load);
  const tell = useRefresh(refresh);
  const { busy, attempt } = useAttempt((error) => {
    console.error(error);
    void toast.error(messageFor(toAppError(error).code, FAILED));
    refresh();
  });
  const show = (now: ShownAgreement) => {
    change(() => now);
    tell();
  };
  const act = (work: () => Promise<ShownAgreement>, done: string, then: () => void) =>
    attempt(async () => {
      show(await work());
      then();
      void toast.success(done);
    });
  return { data, failed, reload, refresh, show, busy, act };
}
