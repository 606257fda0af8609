import { useCallback, useMemo, useRef } from 'react';
import { newKey } from '#browser/new-key.ts';
import { toAppError } from '#data/app-error.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { messageFor } from '#lib/errors.ts';
import { toast } from '#ui/toast.ts';
import { useAttempt } from '#ui/use-attempt.ts';
import { useLoad } from '#ui/use-load.ts';
import { useRefresh } from '#ui/use-refresh.ts';
import type { Money, Part } from './payment.ts';
import { type Act, movePayment, readPayments } from './payments.api.ts';

const FAILED = 'That could not be saved. Try again.';

/** The parts of the price as they are, and one act about them at a time; what was refused is said, and all is read again. */
export function usePayments({ lead, artist, token }: AssignmentKey) {
  const job = useMemo(() => ({ lead, artist, token }), [lead, artist, token]);
  const load = useCallback(async () => ({ money: await readPayments(job) }), [job]);
  const { data, failed, reload, refresh, change } = useLoad(load);
  const tell = useRefresh(refresh);
  const { busy, attempt } = useAttempt((error) => {
    console.error(error);
    void toast.error(messageFor(toAppError(error).code, FAILED));
    // Somebody may have been faster, or only the answer was lost.
    refresh();
  });
  const show = (money: Money) => {
    change(() => ({ money }));
    tell();
  };
  /** The act that was tried last, until it is stored: the same again goes out under the same key. */
  const tried = useRef({ what: '', key: '' });
  const act = (part: Part, event: Act, said: string, then: () => void, note = '') =>
    attempt(async () => {
      const what = [part.id, event, note].join('\n');
      if (tried.current.what !== what) tried.current = { what, key: newKey() };
      show(await movePayment(job, part.id, event, tried.current.key, note));
      tried.current = { what: '', key: '' };
      then();
      void toast.success(said);
    });
  return { job, money: data?.money ?? null, failed, reload, refresh, show, busy, act };
}
export type Desk = ReturnType<typeof usePayments>;
