/** Draws the edge between two pictures where the slider is; a finger moves it from anywhere on them. */
customElements.define(
  'before-after',
  class extends HTMLElement {
    connectedCallback() {
      const range = this.querySelector('input');
      if (!range) return;
      const show = () => this.style.setProperty('--at', `${range.value}%`);
      const drag = ({ pointerType, buttons, clientX }: PointerEvent) => {
        if (pointerType === 'mouse' && !buttons) return;
        const { left, width } = this.getBoundingClientRect();
        range.value = `${((clientX - left) / width) * 100}`;
        show();
      };
      range.addEventListener('input', show);
      this.addEventListener('pointerdown', drag);
      this.addEventListener('pointermove', drag);
      show();
    }
  },
);
