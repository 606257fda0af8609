import { CHOSEN_TYPES } from '#features/pictures/upload.ts';
import { element } from './elements.ts';
import type { WallMural } from './picture.ts';

/** Asks for a photograph of the wall, and says what becomes of it. */
export function createStart(
  { title, artist }: WallMural,
  levels: readonly HTMLCanvasElement[],
  problem: string,
  onPhoto: (photo: File) => void,
): HTMLElement {
  const picture = levels.find(({ width }) => width <= 700) ?? levels[0];
  const mural = element('div', { className: 'wall-start-mural' });
  if (picture) {
    const copy = element('canvas', { width: picture.width, height: picture.height });
    copy.getContext('2d')?.drawImage(picture, 0, 0);
    copy.role = 'img';
    copy.ariaLabel = [title ?? 'The mural', artist && `by ${artist}`].filter(Boolean).join(' ');
    mural.append(copy);
  }
  const words = element(
    'div',
    { className: 'wall-start-words' },
    element('p', {
      className: 'wall-lead',
      textContent: 'Take a photo of your wall and put the mural on it.',
    }),
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
