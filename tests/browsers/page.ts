import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Handle } from './driver.ts';
import { FAULTS } from './recorder.ts';

const WAIT_MS = 30_000;
const LOOK_MS = 100;
const QUIET_MS = 600;

type Role = 'button' | 'link' | 'heading' | 'field' | 'checkbox' | 'dialog' | 'text' | 'picture';
type Name = string | RegExp;

/** In the page: the first element that a person sees of this role and name, among those on top. */
const LOCATE = `(role, name, flags, hidden) => {
  const kinds = {
    button: 'button, [role=button], summary', link: 'a[href]', heading: 'h1, h2, h3', field: 'input, select, textarea',
    checkbox: 'input[type=checkbox], [role=checkbox]', dialog: 'dialog[open], [role=dialog]',
    text: 'p, li, span, div, strong, h1, h2, h3, output, td', picture: 'mural-gallery a, li img',
  };
  const text = (element) => (element ? element.textContent : '').replace(/\\s+/g, ' ').trim();
  const nameOf = (element) => {
    const by = element.getAttribute('aria-labelledby');
    if (by) return by.split(' ').map((id) => text(document.getElementById(id))).join(' ');
    return element.getAttribute('aria-label') || (element.labels && element.labels[0] && text(element.labels[0]))
      || text(element) || (element.matches('img') ? element : element.querySelector('img') || {}).alt || '';
  };
  const wanted = new RegExp(name, flags);
  const seen = (element) => hidden || element.checkVisibility({ visibilityProperty: true });
  const top = [...document.querySelectorAll('dialog:modal')].at(-1) || document.documentElement;
  const all = [top, ...top.querySelectorAll('*')].filter((element) => element.matches(kinds[role])).filter((element) => wanted.test(nameOf(element)) && seen(element));
  return (role === 'text' ? all.at(-1) : all[0]) || null;
}`;

const SELECT = `(name, value) => {
  const select = [...document.querySelectorAll('select')].find((one) => one.labels[0] && one.labels[0].textContent.trim() === name);
  const option = [...select.options].find((one) => one.value === value || one.label === value);
  if (!option) return false;
  select.value = option.value;
  select.dispatchEvent(new Event('input', { bubbles: true }));
  select.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}`;

/** In the page: how much was loaded, or -1 while it is loading or says that it is. */
const LOADED = `() => document.readyState === 'complete' && !document.querySelector('main [aria-busy=true]')
  ? performance.getEntriesByType('resource').length : -1`;

/** A tab as a person uses it: everything waits until it is there, and says what was missing. */
export class Page {
  readonly browser: Browser;
  private readonly origin: string;

  constructor(browser: Browser, origin: string) {
    this.browser = browser;
    this.origin = origin;
  }

  /** Leaves the page before only when it has loaded: what is broken off would count as a fault. */
  async open(path: string): Promise<void> {
    await this.settled();
    await this.browser.open(this.origin + path);
  }

  /** Until nothing more has been loaded for a moment. */
  async settled(): Promise<void> {
    let before = -1;
    await this.until('the end of loading', async () => {
      const now = await this.browser.run<number>(LOADED);
      const same = now >= 0 && now === before;
      before = now;
      if (!same) await pause(QUIET_MS);
      return same;
    });
  }

  see(role: Role, name: Name): Promise<Handle> {
    return this.until(`${role} '${name}'`, () => this.look(role, name));
  }

  async gone(role: Role, name: Name): Promise<void> {
    await this.until(`no ${role} '${name}'`, async () => !(await this.look(role, name)));
  }

  /** A press may come while a page is being exchanged: then it is made again. */
  async press(role: Role, name: Name): Promise<void> {
    if (role === 'link') await this.settled();
    await this.until(`a press of ${role} '${name}'`, async () => {
      const found = await this.look(role, name);
      await found?.click();
      return found;
    });
  }

  async back(): Promise<void> {
    await this.settled();
    await this.browser.back();
  }

  async fill(name: string, text: string): Promise<void> {
    // A form takes nothing until its application is there.
    const field = await this.until(`'${name}' to write in`, async () => {
      const found = await this.look('field', exactly(name));
      await found?.click();
      const focused = `() => document.activeElement.matches(':is(input, textarea):enabled')`;
      return (await this.browser.run<boolean>(focused)) ? found : null;
    });
    await field.type(text);
    await this.until(`'${text}' in '${name}'`, () =>
      this.browser.run<boolean>(`(text) => document.activeElement.value === text`, text),
    );
  }

  async choose(name: string, value: string): Promise<void> {
    await this.see('field', exactly(name));
    await this.until(`'${value}' in '${name}'`, () =>
      this.browser.run<boolean>(SELECT, name, value),
    );
  }

  async upload(name: string, files: string[]): Promise<void> {
    // The field stands behind a button, and takes nothing while the list is being loaded.
    await this.until(`an upload to '${name}'`, async () => {
      const input = await this.look('field', exactly(name), true);
      await input?.upload(files);
      return input;
    });
  }

  async at(path: RegExp): Promise<void> {
    await this.until(`the address ${path}`, async () => path.test(await this.browser.url()));
  }

  /** What went wrong in the tab so far. */
  faults(): Promise<string[]> {
    return this.browser.run(`(key) => JSON.parse(sessionStorage.getItem(key) || '[]')`, FAULTS);
  }

  /** Puts back what had gone wrong before something that is no fault of the page. */
  async forgiveSince(faults: string[]): Promise<void> {
    const set = `(key, faults) => sessionStorage.setItem(key, JSON.stringify(faults))`;
    await this.browser.run(set, FAULTS, faults);
  }

  async until<T>(what: string, look: () => Promise<T>): Promise<NonNullable<T>> {
    const end = Date.now() + WAIT_MS;
    let last: unknown;
    for (;;) {
      try {
        const found = await look();
        if (found) return found as NonNullable<T>;
      } catch (error) {
        last = error;
      }
      if (Date.now() > end) {
        const reason =
          last instanceof Error ? ` (${last.name} ${last.message.split('\n')[0]})` : '';
        throw new Error(`${what} was not there at ${await this.browser.url()}${reason}`);
      }
      await pause(LOOK_MS);
    }
  }

  private look(role: Role, name: Name, hidden = false): Promise<Handle | null> {
    const pattern = typeof name === 'string' ? exactly(name) : name;
    return this.browser.find(LOCATE, role, pattern.source, pattern.flags, hidden);
  }
}

const exactly = (text: string): RegExp =>
  new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
