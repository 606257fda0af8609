import { openModal } from '#ui/overlays/overlays.ts';
import { addStylesheet } from '#ui/stylesheet.ts';
import stylesheet from '../../styles/lightbox.css?url';

/** Ready when the styles are: to be awaited before the lightbox opens. */
export const ready = addStylesheet(stylesheet);

/**
 * A full-screen gallery in a modal <dialog>. Sliding is native scrolling with snap points, so swiping
 * works by itself; arrows, dots and keys only scroll. Focus returns to the thumbnail on closing. There is one at a
 * time: a second press may come while the first is still waiting for this code.
 */
export function openLightbox(links: HTMLAnchorElement[], start: number, label: string): void {
  if (document.querySelector('.lightbox')) return;
  const dialog = document.createElement('dialog');
  dialog.className = 'lightbox';
  dialog.setAttribute('aria-label', label);
  const slides = element('div', 'lightbox-slides');
  // Scrolls by its own keys too, for visitors who use the keyboard.
  slides.tabIndex = 0;
  slides.role = 'group';
  slides.ariaLabel = 'Photos';
  slides.append(...links.map(slide));
  const position = element('p', 'sr-only');
  position.setAttribute('role', 'status');
  const close = button('lightbox-close', 'Close', () => dialog.close());
  dialog.append(slides, close, position);
  const dots = element('div', 'lightbox-dots');

  const show = (i: number) => {
    for (const [n, dot] of [...dots.children].entries()) {
      dot.ariaCurrent = n === i ? 'true' : null;
    }
    for (const [n, item] of [...slides.children].entries()) item.toggleAttribute('inert', n !== i);
    position.textContent = `${i + 1} of ${links.length}: ${links[i]?.querySelector('img')?.alt}`;
  };
  const slider = slideshow(slides, start, show);
  if (links.length > 1) addControls(dialog, dots, links.length, slider);
  slides.addEventListener('click', (event) => {
    if (!(event.target as Element).closest('img, figcaption')) dialog.close();
  });
  const keepInPlace = () => slider.go(slider.current(), 'instant');
  dialog.addEventListener('close', () => {
    removeEventListener('resize', keepInPlace);
    dialog.remove();
    links[slider.current()]?.focus();
  });
  addEventListener('resize', keepInPlace);
  document.body.append(dialog);
  openModal(dialog);
  slider.go(start, 'instant');
}

/** Which slide is in sight, and going to another one; `show` hears of every change. */
function slideshow(slides: HTMLElement, start: number, show: (i: number) => void) {
  let current = start;
  // Where a key or button is scrolling to. A faster second press ends the first scroll on the way.
  let heading: number | null = null;
  const arrive = (i: number) => {
    current = i;
    show(i);
  };
  const stop = () => {
    const reached = Math.round(slides.scrollLeft / slides.clientWidth);
    if (heading !== null && reached !== heading) return;
    heading = null;
    arrive(reached);
  };
  // Not every browser says when a scroll has ended.
  let timer: ReturnType<typeof setTimeout> | undefined;
  slides.onscroll = () => {
    clearTimeout(timer);
    timer = setTimeout(stop, 120);
  };
  for (const touch of ['pointerdown', 'wheel']) {
    slides.addEventListener(touch, () => (heading = null), { passive: true });
  }
  return {
    current: () => current,
    go(i: number, behavior: ScrollBehavior = smooth()) {
      const count = slides.children.length;
      const target = (i + count) % count;
      heading = target;
      slides.scrollTo({ left: slides.clientWidth * target, behavior });
      arrive(target);
    },
  };
}

/** Arrows, dots and keys. */
function addControls(
  dialog: HTMLElement,
  dots: HTMLElement,
  count: number,
  { go, current }: ReturnType<typeof slideshow>,
): void {
  for (let i = 0; i < count; i++)
    dots.append(button('dot', `Photo ${i + 1} of ${count}`, () => go(i)));
  dialog.append(
    button('lightbox-previous', 'Previous photo', () => go(current() - 1)),
    button('lightbox-next', 'Next photo', () => go(current() + 1)),
    dots,
  );
  dialog.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) go(current() + step);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(count - 1);
    else return;
    event.preventDefault();
  });
}

/** The thumbnail's own picture again, now as wide as the screen, with its words as the caption. */
function slide(link: HTMLAnchorElement): HTMLElement {
  const figure = element('figure', 'lightbox-slide');
  const picture = link.querySelector('picture')?.cloneNode(true) as HTMLElement;
  for (const source of picture.querySelectorAll<HTMLImageElement>('[sizes]'))
    source.sizes = '100vw';
  const image = picture.querySelector('img');
  image?.removeAttribute('class');
  const text = element('figcaption', '');
  text.textContent = image?.alt ?? '';
  const report = reportOf(image);
  if (report) text.append(' ', report);
  figure.append(picture, text);
  return figure;
}

/** Where the picture is reported; nothing on a page that has no link to that. */
function reportOf(image: HTMLImageElement | null): HTMLElement | null {
  const page = document.querySelector<HTMLAnchorElement>('a[href*="/report#"]');
  const [, file] = /\/media\/(\w{20})-/.exec(image?.src ?? '') ?? [];
  if (!page || !file) return null;
  const link = element('a', 'lightbox-report') as HTMLAnchorElement;
  link.href = `${page.href}&picture=${file}`;
  link.textContent = 'Report';
  return link;
}

function element(tag: string, className: string): HTMLElement {
  return Object.assign(document.createElement(tag), { className });
}

function button(className: string, name: string, press: () => void): HTMLElement {
  const node = element('button', className) as HTMLButtonElement;
  node.type = 'button';
  node.ariaLabel = name;
  node.addEventListener('click', press);
  return node;
}

const smooth = (): ScrollBehavior =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
