/**
 * Cards that another page of this site already has, fetched when a person comes near: the neighbours of an
 * artist stand on the city's page, so that no artist's page has to be published again when a neighbour changes.
 * Without scripts there is the link to that page.
 */
customElements.define(
  'more-cards',
  class extends HTMLElement {
    connectedCallback() {
      const observer = new IntersectionObserver(
        ([entry]) => {
          if (!entry?.isIntersecting) return;
          observer.disconnect();
          this.fill().catch((error) => console.error(error));
        },
        { rootMargin: '600px' },
      );
      observer.observe(this);
    }

    async fill() {
      const { from = '', not = '', cards = '' } = this.dataset;
      const response = await fetch(from);
      if (!response.ok) return;
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const found = [...page.querySelectorAll(cards)]
        .filter((card) => !card.querySelector(`a[href="${not}"]`))
        .slice(0, 4);
      // A heading over nothing would promise what is not there.
      if (found.length === 0) return this.remove();
      this.querySelector('[data-cards]')?.append(...found);
      this.classList.add('filled');
    }
  },
);
