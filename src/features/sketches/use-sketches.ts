import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { newKey } from '#browser/new-key.ts';
import { toAppError } from '#data/app-error.ts';
import { whyNotSaved } from '#data/why-not-saved.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { useActs } from '#ui/hooks/use-acts.ts';
import { usePoll } from '#ui/hooks/use-poll.ts';
import { toast } from '#ui/overlays/toast.ts';
import { pinBox } from './pins.store.ts';
import type { KeptPin, Sketches } from './sketch.ts';
import { readSketches, sendPin } from './sketches.api.ts';

/** The sketches of a job, what can be done about them, and the comments that are typed or on their way. `job` must be stable. */
export function useSketches(job: AssignmentKey) {
  const { shown, ...acts } = useActs(
    useCallback(() => readSketches(job), [job]),
    whyNotSaved,
    'sketches',
  );
  const pins = usePins(job, acts.update);
  const act = (work: (key: AssignmentKey) => Promise<Sketches>, said: string, then?: () => void) =>
    acts.act(() => work(job), said, then);
  return { ...acts, job, sketches: shown, act, pins };
}
export type SketchDeskState = ReturnType<typeof useSketches>;

/** What is typed survives the page; what was sent goes out once there is a network, however often it is tried. */
function usePins(job: AssignmentKey, show: (sketches: Sketches) => void) {
  const box = useMemo(() => pinBox(job), [job]);
  const [draft, setDraft] = useState(box.draft);
  const [outgoing, setOutgoing] = useState(box.outgoing);
  const sending = useRef<Promise<void> | null>(null);
  const look = useCallback(() => {
    setDraft(box.draft());
    setOutgoing(box.outgoing());
  }, [box]);
  const sendAll = useCallback(async () => {
    try {
      for (let [pin] = box.outgoing(); pin; [pin] = box.outgoing()) {
        show(await sendPin(job, pin));
        box.forget(pin.key);
        look();
      }
    } catch (error) {
      console.error(error);
      const { definite } = toAppError(error);
      const [refused] = box.outgoing();
      if (definite && refused) {
        // Back to where it was typed.
        box.keep({ ...refused, sent: false });
        void toast.error(whyNotSaved(error));
        look();
      }
    }
  }, [box, job, show, look]);
  const wake = useCallback(async () => {
    sending.current ??= sendAll().finally(() => {
      sending.current = null;
    });
    await sending.current;
  }, [sendAll]);
  useEffect(() => void wake(), [wake]);
  usePoll(wake, outgoing.length > 0);
  const keep = (pin: KeptPin) => {
    box.keep(pin);
    look();
  };
  return {
    draft,
    outgoing,
    /** Sends what is on its way; done when it has arrived, or could not. */
    flush: wake,
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
