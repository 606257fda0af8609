type Hydrate = () => Promise<void>;

/**
 * `client:reach`: wakes an island when somebody reaches for it by pointer, touch or keyboard, or at once when
 * the address carries a query that the prerendered page cannot answer. Until then it costs no React.
 */
const reach = (load: () => Promise<Hydrate>, _options: unknown, element: HTMLElement): void => {
  const reasons = ['pointerover', 'touchstart', 'focusin'] as const;
  const wake = async () => {
    for (const reason of reasons) element.removeEventListener(reason, wake);
    const hydrate = await load();
    await hydrate();
  };
  if (location.search.length > 1) void wake();
  else for (const reason of reasons) element.addEventListener(reason, wake, { passive: true });
};

export default reach;
