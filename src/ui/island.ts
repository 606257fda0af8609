import { fetchScript, networkOr, sayLost } from './lost.ts';

type Serialized = [type: number, value: unknown];
type Hydrate = () => Promise<void>;
type Directive = (load: () => Promise<Hydrate>, options: object, island: HTMLElement) => unknown;

/** Props as Astro writes them: lists (1) and all that JSON knows (0). */
const revived = ([type, value]: Serialized): unknown =>
  type === 1 ? (value as Serialized[]).map(revived) : withRevived(value);
const withRevived = (value: unknown): unknown =>
  typeof value === 'object' && value
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, revived(one)]))
    : value;

/**
 * The element around every island, in the place of Astro's own, which asks a second time for code that does not come
 * and then is silent for good. This one says so, asks for as long as it takes, and counts on no browser to ask again
 * for a module that it could not have once. It knows what the islands of this product use.
 */
class Island extends HTMLElement {
  connectedCallback(): void {
    const name = this.getAttribute('client') ?? '';
    const start = () => {
      const directives = (self as unknown as { Astro?: Record<string, Directive> }).Astro;
      directives?.[name]?.(() => this.load(), JSON.parse(this.getAttribute('opts') ?? '{}'), this);
      return Boolean(directives?.[name]);
    };
    if (!start()) addEventListener(`astro:${name}`, start, { once: true });
  }

  /** Gives what hydrates the island, however long its code takes to come. */
  private async load(): Promise<Hydrate> {
    // All of its children, and after what the page's own scripts do to what was typed into them.
    if (document.readyState === 'loading')
      await new Promise((done) => addEventListener('DOMContentLoaded', done));
    const before = this.getAttribute('before-hydration-url');
    if (before) await import(before);
    const urls = ['component-url', 'renderer-url'].map((url) => this.getAttribute(url) ?? '');
    for (let wait = 1000; ; wait = Math.min(wait * 2, 30_000)) {
      try {
        const asked = new Set<string>();
        await Promise.all(urls.map((url) => fetchScript(url, asked)));
        const [component, renderer] = await Promise.all(urls.map((url) => import(url)));
        sayLost(false);
        return () => this.hydrate(component.default, renderer.default);
      } catch (error) {
        console.error(error);
        sayLost(true);
        // A page may say more of it, once (components/scripts/lost-toast.ts).
        if (wait === 1000) this.dispatchEvent(new Event('lost', { bubbles: true }));
        // A list that waits for another one to be asked for would not be seen at all.
        delete document.documentElement.dataset.query;
        await networkOr(wait);
      }
    }
  }

  private async hydrate(component: Drawn, renderer: Renderer): Promise<void> {
    const props = withRevived(JSON.parse(this.getAttribute('props') ?? '{}'));
    const client = this.getAttribute('client');
    await renderer(this)(component, props, component.slotsOf(this), { client });
    this.removeAttribute('ssr');
  }
}
/** Reads its slots itself, which costs no bytes before the first press (src/ui/slots.ts). */
type Drawn = { slotsOf(island: Element): Record<string, string> };
type Renderer = (
  island: HTMLElement,
) => (component: unknown, props: unknown, slots: object, how: object) => Promise<void>;

if (!customElements.get('astro-island')) customElements.define('astro-island', Island);
