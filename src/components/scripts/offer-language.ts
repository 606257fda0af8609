import { OTHER } from '#config/language.ts';

/** In the language that is offered: these are not translated. */
const WORDS = {
  en: { also: 'This page is also in ', language: 'English', close: 'Close' },
  es: { also: 'Esta página también está en ', language: 'español', close: 'Cerrar' },
} as const;

/** One line over the page, so that nothing on it moves, until it is answered. */
export function offerLanguage(onAnswer: () => void): void {
  const { also, language, close } = WORDS[OTHER];
  const link = document.querySelector('footer a[hreflang]')?.cloneNode();
  if (!(link instanceof HTMLAnchorElement)) return;
  link.className = '';
  link.textContent = language;
  const button = Object.assign(document.createElement('button'), { type: 'button' });
  button.textContent = close;
  const line = document.createElement('aside');
  line.lang = OTHER;
  line.className = 'lost-note';
  // Not in a style sheet, which every page has.
  line.style.borderColor = 'var(--color-line)';
  for (const { style } of [link, button]) {
    style.textDecoration = 'underline';
    style.padding = '0.75rem 0.25rem';
  }
  button.addEventListener('click', () => {
    onAnswer();
    line.remove();
  });
  const text = document.createElement('p');
  text.append(also, link, '.');
  line.append(text, button);
  document.body.append(line);
}
