import { CHOSEN_TYPES } from '#features/pictures/upload.ts';
import { element } from './elements.ts';
import type { WallMural } from './picture.ts';
import { drawn } from './sources.ts';

/** Longest side of the mural beside the question. */
const COPY_SIDE = 960;

/** Asks for a photograph of the wall, and says what becomes of it. */
export function createStart(
  { title, artist }: WallMural,
  picture: HTMLCanvasElement,
  problem: string,
  onPhoto: (photo: File) => void,
): HTMLElement {
  const copy = drawn(picture, COPY_SIDE);
  copy.role = 'img';
  copy.ariaLabel = [title ?? 'The mural', artist && `by ${artist}`].filter(Boolean).join(' ');
  const mural = element('div', { className: 'wall-start-mural' }, copy);
  const words = element(
    'div',
    { className: 'wall-start-words' },
    element('p', {
      textContent: 'Your photo stays on this device until you share the preview.',
    }),
  );
  const alert = element('p', { className: 'wall-problem', role: 'alert', textContent: problem });
  const pickers = element(
    'div',
    { className: 'wall-pickers' },
    picker('Take a Photo', 'btn-brand wall-camera', onPhoto, true),
    picker('Choose a Photo', 'btn-line', onPhoto, false),
  );
  words.append(...(problem ? [alert] : []), pickers);
  return element('div', { className: 'wall-start' }, mural, words);
}

function picker(
  label: string,
  className: string,
  onPhoto: (photo: File) => void,
  camera: boolean,
): HTMLElement {
  const input = element('input', { type: 'file', accept: camera ? 'image/*' : CHOSEN_TYPES });
  if (camera) input.setAttribute('capture', 'environment');
  input.addEventListener('change', () => {
    const [photo] = input.files ?? [];
    if (photo) onPhoto(photo);
  });
  return element('label', { className: `btn wall-picker ${className}` }, input, label);
}
