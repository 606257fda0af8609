type Hydrate = () => Promise<void>;

/**
 * `client:reach`: wakes an island when somebody reaches for its form or its page links by pointer, touch or keyboard,
 * or at once when the address carries a query that the prerendered page cannot answer. Until then it costs no React.
 */
const reach = (load: () => Promise<Hydrate>, _options: unknown, element: HTMLElement): void => {
  const reasons = ['pointerover', 'touchstart', 'focusin', 'input'] as const;
  const wake = async () => {
    for (const reason of reasons) element.removeEventListener(reason, reached);
    const hydrate = await load();
    await hydrate();
  };
  const reached = (event: Event) => {
    if ((event.target as Element).closest('form, nav')) void wake();
  };
  if (location.search.length > 1) void wake();
  else for (const reason of reasons) element.addEventListener(reason, reached, { passive: true });
};

export default reach;
