import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { News } from '#islands/news.tsx';
import { followNews, PAGE_MS } from '#stores/notices.ts';
import { $session } from '#stores/session.ts';
import stylesheet from '../../styles/global.css?url';
import { addStylesheet } from './stylesheet.ts';

/** The bell in the navigation bar, for as long as somebody is signed in. */
export async function showBell(): Promise<void> {
  const host = document.querySelector<HTMLElement>('[data-bell]');
  if (!host) return;
  await addStylesheet(stylesheet);
  const root = createRoot(host);
  let stop = () => {};
  let shown = false;
  $session.subscribe(({ status }) => {
    if ((status === 'in') === shown) return;
    shown = status === 'in';
    stop();
    stop = shown ? followNews(PAGE_MS) : () => {};
    root.render(shown ? createElement(News) : null);
  });
}
