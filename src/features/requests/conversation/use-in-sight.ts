import { useCallback, useEffect, useState } from 'react';

/** Whether an element can be seen: in sight wherever it scrolls, on a page that is. Put the first on the element. */
export function useInSight(): [(element: Element | null) => void, boolean] {
  const [element, setElement] = useState<Element | null>(null);
  const [crossed, setCrossed] = useState(false);
  const [shown, setShown] = useState(() => !document.hidden);
  useEffect(() => {
    const look = () => setShown(!document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  useEffect(() => {
    if (!element) return;
    const observer = new IntersectionObserver((entries) =>
      setCrossed(entries.at(-1)?.isIntersecting ?? false),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [useCallback((next) => setElement(next), []), crossed && shown];
}
