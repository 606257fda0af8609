import '#ui/island.ts';

type Hydrate = () => Promise<void>;

/**
 * The directive `client:interaction`: wakes an island when a visitor reaches for its form or its page links by pointer,
 * touch or keyboard, or at once when the address carries a query that the prerendered page cannot answer, or when this
 * browser keeps something under a key that matches the directive's value. Until then it costs no React. A form that is
 * sent while the island is asleep waits for it, instead of leaving the page.
 *
 * Every list page carries this text, and it counts against what a page may load before the first press.
 */
const interaction = (
  load: () => Promise<Hydrate>,
  { value }: { value: string },
  element: HTMLElement,
): void => {
  let awake: Promise<void> | undefined;
  let listens = false;
  const wake = () =>
    (awake ??= load()
      .then((hydrate) => hydrate())
      .then(() => {
        listens = true;
      }));
  for (const reason of ['pointerover', 'focusin', 'input']) {
    element.addEventListener(reason, (event) => {
      if ((event.target as Element).closest('form,nav')) wake();
    });
  }
  // What was pressed too early is pressed again.
  element.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('form [aria-pressed]');
    if (button && !listens) wake().then(() => button.click());
  });
  // On the window, so that the island's own handler, once there, has prevented the event before this one.
  addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || !element.contains(form)) return;
    event.preventDefault();
    wake();
    setTimeout(() => form.requestSubmit(event.submitter), 99);
  });
  if (location.search || (value && keeps(value))) wake();
};

function keeps(pattern: string): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.match(pattern));
  } catch {
    return false;
  }
}

export default interaction;
