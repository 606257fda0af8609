import { asFile, fileRefusal, problemOf } from '#features/pictures/chosen/source-file.ts';
import { decodeImage } from '#features/pictures/encode-image.ts';
import { WALL_TOASTS } from '#lib/toasts.ts';
import { within } from '#lib/within.ts';
import { again } from '#ui/again.ts';
import { openModal } from '#ui/overlays/overlays.ts';
import { addStylesheet } from '#ui/stylesheet.ts';
import stylesheet from '../../styles/wall-preview.css?url';
import { createActions, toasts } from './actions.script.ts';
import { element, titledDialog } from './elements.ts';
import { drawableSide } from './gl-renderer.ts';
import { cornersOf, firstComposition, type History, newHistory } from './picture/composition.ts';
import type { WallMural } from './picture.ts';
import { drawn, lightOf, MURAL_SIDE, type Sources } from './sources.ts';
import { createStart } from './start.ts';
import type { WallPreviewOptions } from './wall-preview-options.ts';
import { createWorkbench } from './workbench.ts';

// Sketches are shown by the same painter: one piece of code for both.
export { drawableSide } from './gl-renderer.ts';
export { drawnOnWall } from './on-wall.ts';

/** Longest side of what is drawn on the screen. */
const SCREEN_SIDE = 1600;

/** What was being done with a photograph, for a dialog that is closed by mistake, and for the next mural on the same wall. */
let kept: { photo: Blob; history: History } | null = null;

/** Opens the dialog; ready when the mural is there. There is one at a time: a second press may come while the first waits. */
export async function openWallPreview(options: WallPreviewOptions): Promise<void> {
  await addStylesheet(stylesheet);
  // While there is a network.
  void toasts();
  if (document.querySelector('.wall-preview')) return;
  if (drawableSide() === 0) return sayWhyNot();
  const body = element('div', { className: 'wall-body' }, waiting());
  const dialog = titledDialog(options.title ?? 'See it on your wall', body);
  document.body.append(dialog);
  openModal(dialog);
  try {
    const mural = await muralOf(options.mural);
    if (dialog.open) begin(dialog, body, options, mural);
  } catch (error) {
    console.error(error);
    dialog.close();
    (await toasts()).error(WALL_TOASTS.failed);
  }
}

/** Without WebGL 2 there is no preview: the press is answered with the reason. */
async function sayWhyNot(): Promise<void> {
  const { title, description } = WALL_TOASTS.noGraphics;
  await (await toasts()).error(title, { description });
}

/** Asks for a photograph where there is none, and works on it. */
function begin(
  dialog: HTMLDialogElement,
  body: HTMLElement,
  options: WallPreviewOptions,
  mural: HTMLCanvasElement,
): void {
  let leave = () => {};
  const show = (content: HTMLElement, dispose = () => {}) => {
    leave();
    leave = dispose;
    body.replaceChildren(content);
  };
  const ask = (problem = '') => {
    kept = null;
    show(createStart(options.mural, mural, problem, take));
  };
  const askAgain = (problem = '') => {
    ask(problem);
    body.querySelector<HTMLElement>('.wall-picker:last-child input')?.focus();
  };
  async function take(photo: Blob): Promise<void> {
    show(waiting());
    const found = await readPhoto(photo, mural);
    if (!dialog.open) return;
    if ('problem' in found) {
      if (!options.foot) return askAgain(found.problem);
      // No other photograph will do.
      dialog.close();
      return void (await toasts()).error(found.problem);
    }
    const bench = resume(photo, found, () => {
      dialog.close();
      void sayWhyNot();
    });
    const foot = options.foot ?? createActions;
    bench.element.append(
      foot({
        dialog,
        photo,
        options,
        sources: found,
        now: bench.now,
        onOther: askAgain,
        place: () => ({ corners: cornersOf(bench.now()), strength: bench.now().strength }),
      }),
    );
    show(bench.element, bench.dispose);
    bench.focus();
  }
  dialog.addEventListener('close', () => leave());
  const photo = options.photo ?? kept?.photo;
  if (photo) void take(photo);
  else ask();
}

/** What a photograph gives to draw from; or why it is none, as a sentence. */
async function readPhoto(
  photo: Blob,
  mural: HTMLCanvasElement,
): Promise<Sources | { problem: string }> {
  const file = asFile(photo);
  try {
    const problem = await fileRefusal(file);
    if (problem) return { problem };
    const bitmap = await decodeImage(photo);
    const wall = drawn(bitmap, SCREEN_SIDE);
    bitmap.close();
    return { wall, mural, light: lightOf(wall) };
  } catch (error) {
    console.error(error);
    return { problem: await problemOf(file, error) };
  }
}

/** Works on a photograph, from where it was left. */
function resume(photo: Blob, sources: Sources, onFailed: () => void) {
  const ratio = ({ width, height }: HTMLCanvasElement) => width / height;
  const first = firstComposition(ratio(sources.mural), ratio(sources.wall));
  const history = kept?.photo === photo ? kept.history : newHistory(first);
  const keep = (next: History) => {
    kept = { photo, history: next };
  };
  keep(history);
  return createWorkbench(sources, history, first, keep, onFailed);
}

const waiting = () =>
  element('p', { className: 'wall-waiting', role: 'status', textContent: 'One moment…' });

/** The mural, cut out of its picture where its artist has said where its wall is. */
async function muralOf({ srcs, corners }: WallMural) {
  const picture = await loadMural(srcs);
  return corners
    ? (await again(() => import('./straightened.ts'))).cutOut(picture, corners)
    : drawn(picture, MURAL_SIDE);
}

/** The mural's picture; without a network the one that the page shows, which the browser has. */
async function loadMural([src, ...others]: readonly string[]): Promise<HTMLImageElement> {
  const image = new Image();
  // Another origin's pixels can be read back only where it allows that.
  image.crossOrigin = 'anonymous';
  image.src = src ?? '';
  try {
    await within(image.decode());
    return image;
  } catch (error) {
    if (others.length === 0) throw error;
    return loadMural(others);
  }
}
