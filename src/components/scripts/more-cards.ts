const MAX_CARDS = 4;

/**
 * Cards that other pages of this site already have, fetched when a person comes near: the neighbors of an
 * artist stand on the city's page, so that no artist's page has to be published again when a neighbor changes.
 * Without scripts there is the link to the first of those pages.
 */
customElements.define(
  'more-cards',
  class extends HTMLElement {
    connectedCallback() {
      const observer = new IntersectionObserver(
        ([entry]) => {
          if (!entry?.isIntersecting) return;
          observer.disconnect();
          this.fill();
        },
        { rootMargin: '600px' },
      );
      observer.observe(this);
    }

    /** A heading over nothing would promise what is not there; without a network it is tried again with one. */
    async fill() {
      try {
        await this.find();
      } catch (error) {
        console.error(error);
        addEventListener('online', () => this.fill(), { once: true });
      }
    }

    private async find() {
      const { from = '', not = '', cards = '' } = this.dataset;
      const found = new Map<string | null | undefined, Element>();
      for (const path of from.split(' ')) {
        if (found.size >= MAX_CARDS) break;
        for (const card of await cardsOf(path, cards)) {
          const href = card.querySelector('a')?.getAttribute('href');
          if (href !== not && !found.has(href)) found.set(href, card);
        }
      }
      if (found.size === 0) return this.remove();
      this.querySelector('.more-grid')?.append(...[...found.values()].slice(0, MAX_CARDS));
      this.classList.add('filled');
    }
  },
);

async function cardsOf(path: string, selector: string): Promise<Iterable<Element>> {
  const page = await pageAt(path);
  return page?.querySelectorAll(selector) ?? [];
}

/** The page, or null when there is none. An XMLHttpRequest reads it, because no string may become markup here. */
function pageAt(path: string): Promise<Document | null> {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.responseType = 'document';
    request.onload = () => done(request.status === 200 ? request.responseXML : null);
    request.onerror = () => fail(new TypeError(`${path} did not arrive`));
    request.open('GET', path);
    request.send();
  });
}
