import { again } from '#ui/again.ts';

/** The calculator of /cost. What it reckons with is fetched with the first change. */
customElements.define(
  'wall-price',
  class extends HTMLElement {
    connectedCallback() {
      this.addEventListener('input', async () =>
        (await again(() => import('./wall-price-answer.script.ts'))).answer(this),
      );
    }
  },
);
