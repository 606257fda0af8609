import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface ServedProps {
  /** Where the list is kept while something else stands in its place. */
  nodes: RefObject<readonly ChildNode[] | null>;
  /** Whether nothing else was asked for yet; the style sheet hides it from visitors who come with a query. */
  first: boolean;
  children: ReactNode;
}

/**
 * The list as it was served. React would write it anew from its markup each time it comes back, which the page's
 * content security policy forbids: so the same elements are put back.
 */
export function Served({ nodes, first, children }: ServedProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isBack] = useState(() => nodes.current !== null);
  useLayoutEffect(() => {
    const list = place.current;
    if (!list) return;
    if (nodes.current) list.append(...nodes.current);
    return () => {
      nodes.current = [...list.childNodes];
    };
  }, [nodes]);
  return (
    <div ref={place} className={first ? 'list-first' : undefined}>
      {isBack ? null : children}
    </div>
  );
}
