import type { Page } from 'playwright';
import { escapeHtml } from '#node/html.ts';

interface Shown {
  href: string;
  picture: string;
  text: string[];
}

interface Content {
  title: string;
  heading: string;
  intro: string;
  pictures: Shown[];
}

const STYLE =
  'body{margin:0 auto;max-width:75rem;padding:1rem;font:1.0625rem/1.5 system-ui,sans-serif;color:#222;background:#fff}' +
  'a{color:#10565e}nav{display:flex;gap:1rem}ul{display:grid;gap:1rem;padding:0;list-style:none;' +
  'grid-template-columns:repeat(auto-fill,minmax(16rem,1fr))}img{display:block;width:100%;height:auto;background:#ddd}';

/**
 * The page that stands open, as a developer would write it by hand for speed alone: the same words and the
 * same picture files at the same size, a few rules of style, the system's font, no script. No page is faster.
 */
export async function floorPage(page: Page): Promise<string> {
  const content = await page.evaluate(readContent);
  const items = content.pictures.map(({ href, picture, text }) => {
    const body = `${picture}${text.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}`;
    return `<li>${href ? `<a href="${escapeHtml(href)}">${body}</a>` : body}</li>`;
  });
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width">` +
    `<meta name="description" content="${escapeHtml(content.title)}"><title>${escapeHtml(content.title)}</title>` +
    `<style>${STYLE}</style></head><body><nav><a href="/">Home</a> <a href="/artists">Artists</a></nav>` +
    `<main><h1>${escapeHtml(content.heading)}</h1><p>${escapeHtml(content.intro)}</p><ul>${items.join('')}</ul></main>` +
    `</body></html>`
  );
}

/** Runs in the page. */
function readContent(): Content {
  const text = (element: Element | null | undefined) =>
    element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
  const pictures = [...document.querySelectorAll<HTMLImageElement>('main img')]
    .filter((image) => image.getClientRects().length > 0)
    .map((image) => {
      const card = image.closest('li, article');
      const lines = [...(card?.querySelectorAll('h2, h3, p') ?? [])].map(text).filter(Boolean);
      const link = image.closest('a') ?? card?.querySelector('a');
      return {
        href: link?.getAttribute('href') ?? '',
        picture: plain(image),
        text: card?.querySelector('img') === image ? lines : [],
      };
    });
  return {
    title: document.title,
    heading: text(document.querySelector('h1')),
    intro: text(document.querySelector('h1 ~ p')),
    pictures,
  };

  /** The same files for the same width, without what belongs to our page. */
  function plain(image: HTMLImageElement): string {
    const copy = (image.closest('picture') ?? image).cloneNode(true) as HTMLElement;
    const width = `${Math.ceil((image.clientWidth / innerWidth) * 100)}vw`;
    for (const part of [copy, ...copy.querySelectorAll('source, img')]) {
      part.removeAttribute('class');
      if (part.hasAttribute('sizes')) part.setAttribute('sizes', width);
    }
    return copy.outerHTML;
  }
}
