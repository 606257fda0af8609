type Hydrate = () => Promise<void>;

/**
 * `client:reach`: wakes an island when somebody reaches for its form or its page links by pointer, touch or keyboard,
 * or at once when the address carries a query that the prerendered page cannot answer. Until then it costs no React.
 * A form that is sent while the island is asleep waits for it, instead of leaving the page.
 *
 * Every list page carries this text, and it counts against what a page may load before the first press.
 */
const reach = (load: () => Promise<Hydrate>, _options: unknown, element: HTMLElement): void => {
  let asleep = true;
  const wake = async () => {
    if (asleep) {
      asleep = false;
      (await load())();
    }
  };
  for (const reason of ['pointerover', 'focusin', 'input']) {
    element.addEventListener(reason, (event) => {
      if ((event.target as Element).closest('form,nav')) wake();
    });
  }
  // On the window, so that the island's own handler, once there, has prevented the event before this one.
  addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || !element.contains(form)) return;
    event.preventDefault();
    wake();
    setTimeout(() => form.requestSubmit(event.submitter), 99);
  });
  if (location.search) wake();
};

export default reach;
