import { again } from '#ui/again.ts';

/** Thumbnails that open a lightbox; the lightbox itself is loaded at the first touch of one. */
customElements.define(
  'mural-gallery',
  class extends HTMLElement {
    connectedCallback() {
      const load = () => import('#features/pictures/lightbox.script.ts');
      this.addEventListener('pointerover', () => load().catch(() => {}), { once: true });
      this.addEventListener('click', async (event) => {
        const link = (event.target as Element).closest('a');
        if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        const { openLightbox, ready } = await again(load);
        await ready;
        const links = [...this.querySelectorAll('a')];
        openLightbox(links, links.indexOf(link), this.dataset.label ?? 'Photos');
      });
    }
  },
);
