import { useEffect, useRef } from 'react';

/** Calls the latest `listener` at every such event of the window, while `active`. */
export function useWindowEvent<Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
  active = true,
): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    if (!active) return;
    const heard = (event: WindowEventMap[Type]) => latest.current(event);
    addEventListener(type, heard);
    return () => removeEventListener(type, heard);
  }, [type, active]);
}
