import { useEffect, useState } from 'react';

/**
 * How many of a long list are drawn: `first`, and `step` more each time that its edge comes into sight. Put `edge` on
 * an element at the end that grows. Hundreds of items at once are slow to draw.
 */
export function useGrowing(total: number, first: number, step: number) {
  const [count, setCount] = useState(first);
  const [element, setElement] = useState<Element | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an observer tells at once whether there is still room
  useEffect(() => {
    if (!element) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting) setCount((now) => now + step);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, count, step]);
  return { shown: Math.min(count, total), more: count < total, edge: setElement };
}
