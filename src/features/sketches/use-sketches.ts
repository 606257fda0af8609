import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { newKey } from '#browser/new-key.ts';
import { toAppError } from '#data/app-error.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { messageFor } from '#lib/errors.ts';
import { toast } from '#ui/toast.ts';
import { useAttempt } from '#ui/use-attempt.ts';
import { useLoad } from '#ui/use-load.ts';
import { usePoll } from '#ui/use-poll.ts';
import { useRefresh } from '#ui/use-refresh.ts';
import { pinBox } from './pins.store.ts';
import type { KeptPin, Sketches } from './sketch.ts';
import { readSketches, sendPin } from './sketches.api.ts';

const FAILED = 'That could not be saved. Try again.';

/** The sketches of a job, what can be done about them, and the comments that are typed or on their way. */
export function useSketches({ lead, artist, token }: AssignmentKey) {
  const job = useMemo(() => ({ lead, artist, token }), [lead, artist, token]);
  const load = useCallback(async () => ({ sketches: await readSketches(job) }), [job]);
  const { data, failed, reload, refresh, change } = useLoad(load);
  const tell = useRefresh(refresh);
  const show = useCallback(
    (sketches: Sketches) => {
      change(() => ({ sketches }));
      tell();
    },
    [change, tell],
  );
  const pins = usePins(job, show);
  const { busy, attempt } = useAttempt((error) => {
    console.error(error);
    void toast.error(messageFor(toAppError(error).code, FAILED));
    // Somebody may have been faster, or only the answer was lost.
    refresh();
  });
  const act = (work: (key: AssignmentKey) => Promise<Sketches>, said: string) =>
    attempt(async () => {
      show(await work(job));
      void toast.success(said);
    });
  return { job, sketches: data?.sketches ?? null, failed, reload, show, act, busy, pins };
}
export type Desk = ReturnType<typeof useSketches>;

/** What is typed survives the page; what was sent goes out once there is a network, however often it is tried. */
function usePins(job: AssignmentKey, show: (sketches: Sketches) => void) {
  const box = useMemo(() => pinBox(job), [job]);
  const [draft, setDraft] = useState(box.draft);
  const [outgoing, setOutgoing] = useState(box.outgoing);
  const sending = useRef(false);
  const look = useCallback(() => {
    setDraft(box.draft());
    setOutgoing(box.outgoing());
  }, [box]);
  const wake = useCallback(async () => {
    if (sending.current) return;
    sending.current = true;
    try {
      for (const pin of box.outgoing()) {
        show(await sendPin(job, pin));
        box.forget(pin.key);
        look();
      }
    } catch (error) {
      console.error(error);
      const { definite, code } = toAppError(error);
      const [refused] = box.outgoing();
      if (definite && refused) {
        // Back to where it was typed.
        box.keep({ ...refused, sent: false });
        void toast.error(messageFor(code, FAILED));
        look();
      }
    }
    sending.current = false;
  }, [box, job, show, look]);
  useEffect(() => void wake(), [wake]);
  usePoll(wake, outgoing.length > 0);
  const keep = (pin: KeptPin) => {
    box.keep(pin);
    look();
  };
  return {
    draft,
    outgoing,
    /** Begins a comment at a place of a version, or moves the one that is being typed there. */
    place: (version: number, x: number, y: number) =>
      keep({ key: newKey(), body: '', sent: false, ...draft, version, x, y }),
    type: (body: string) => draft && keep({ ...draft, body }),
    send: () => {
      if (!draft) return;
      keep({ ...draft, body: draft.body.trim(), sent: true });
      void wake();
    },
    discard: () => {
      if (draft) box.forget(draft.key);
      look();
    },
  };
}
