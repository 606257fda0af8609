type Hydrate = () => Promise<void>;

const REASONS = ['pointerover', 'touchstart', 'focusin', 'input'] as const;

/**
 * `client:reach`: wakes an island when somebody reaches for its form or its page links by pointer, touch or keyboard,
 * or at once when the address carries a query that the prerendered page cannot answer. Until then it costs no React.
 */
const reach = (load: () => Promise<Hydrate>, _options: unknown, element: HTMLElement): void => {
  let awake = false;
  const wake = async () => {
    if (awake) return;
    awake = true;
    const hydrate = await load();
    await hydrate();
  };
  const reached = (event: Event) => {
    if (!(event.target as Element).closest('form, nav')) return;
    for (const reason of REASONS) element.removeEventListener(reason, reached);
    void wake();
  };
  if (location.search.length > 1) void wake();
  else for (const reason of REASONS) element.addEventListener(reason, reached, { passive: true });
  holdSubmissions(element, wake);
};

/** A form that is sent while the island is still asleep waits for it, instead of leaving the page. */
function holdSubmissions(element: HTMLElement, wake: () => Promise<void>): void {
  let tries = 0;
  // On the document, so that the island's own handler, once there, has prevented the event before this one.
  const hold = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    if (!element.contains(form)) return;
    if (event.defaultPrevented) return document.removeEventListener('submit', hold);
    event.preventDefault();
    void wake();
    const { submitter } = event;
    if (++tries < 200) setTimeout(() => form.isConnected && form.requestSubmit(submitter), 50);
  };
  document.addEventListener('submit', hold);
}

export default reach;
