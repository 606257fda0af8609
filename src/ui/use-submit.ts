import { type SubmitEvent, useRef, useState } from 'react';

/**
 * Runs one submission at a time: double clicks and Enter while one is under way do nothing.
 * `send` gives true to stay busy, for when the page is about to change.
 */
export function useSubmit(
  // biome-ignore lint/suspicious/noConfusingVoidType: most submissions have nothing to say.
  send: () => Promise<boolean | void>,
  onError: (error: unknown) => void,
) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  const submit = async (event?: SubmitEvent) => {
    event?.preventDefault();
    if (running.current) return;
    running.current = true;
    setBusy(true);
    let stay = false;
    try {
      stay = (await send()) === true;
    } catch (error) {
      onError(error);
    }
    if (stay) return;
    running.current = false;
    setBusy(false);
  };

  return { busy, submit };
}
