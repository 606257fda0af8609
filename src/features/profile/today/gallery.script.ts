import { again } from '#ui/again.ts';

/** Counts that the page, or one of its pictures, was looked at. Without a network the browser itself would complain. */
export const count = (picture?: { place: number; of: number }) =>
  navigator.onLine &&
  import('./views.store.ts').then(({ viewed }) => viewed(picture)).catch(() => {});

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
        // The pictures of the page's artist or mural come first; others are not the artist's to count.
        const ofPage = document.querySelector('mural-gallery') === this;
        const of = Number(this.dataset.own ?? links.length);
        openLightbox(links, links.indexOf(link), this.dataset.label ?? 'Photos', (place) => {
          if (ofPage && place < of) void count({ place, of });
        });
      });
    }
  },
);
