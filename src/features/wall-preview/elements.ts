/** An element with these properties and children: the dialog works without React, on pages that do not load it. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

export function button(className: string, name: string, press: () => void): HTMLButtonElement {
  return element('button', { type: 'button', className, textContent: name, onclick: press });
}

/** A dialog with its title and a way out; it leaves the page as it closes. */
export function titledDialog(says: string, content: HTMLElement): HTMLDialogElement {
  const title = element('h2', { id: 'wall-preview-title', textContent: says });
  const close = button('wall-close', '✕', () => dialog.close());
  close.ariaLabel = 'Close';
  const head = element('header', { className: 'wall-head' }, title, close);
  const dialog = element('dialog', { className: 'wall-preview' }, head, content);
  dialog.setAttribute('aria-labelledby', title.id);
  dialog.addEventListener('close', () => dialog.remove());
  return dialog;
}

interface Slider {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  onInput: (value: number) => void;
}

/** A range with its name and its value in percent. */
export function slider({ label, onInput, ...range }: Slider) {
  const input = element('input', {
    type: 'range',
    min: `${range.min}`,
    max: `${range.max}`,
    step: `${range.step}`,
    autocomplete: 'off',
    oninput: () => onInput(input.valueAsNumber),
  });
  const shown = element('span', { className: 'wall-percent', ariaHidden: 'true' });
  const set = (value: number) => {
    input.value = `${value}`;
    const percent = `${Math.round(value * 100)}%`;
    // Said again it would be laid out again, at each move of a finger.
    if (percent === shown.textContent) return;
    input.ariaValueText = percent;
    shown.textContent = percent;
  };
  set(range.value);
  const line = element(
    'label',
    { className: 'wall-slider' },
    element('span', {}, label),
    input,
    shown,
  );
  return { line, input, set };
}
