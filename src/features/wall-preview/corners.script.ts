import { decodeImage } from '#features/pictures/encode-image.ts';
import { isWall, type WallCorners } from '#features/pictures/picture-details.ts';
import { clamp } from '#lib/clamp.ts';
import { deferred } from '#lib/deferred.ts';
import type { Quad } from '#lib/homography.ts';
import { openModal } from '#ui/overlays/overlays.ts';
import { addStylesheet } from '#ui/stylesheet.ts';
import stylesheet from '../../styles/wall-preview.css?url';
import { button, element, titledDialog } from './elements.ts';
import { createHandles } from './handles.ts';
import { createMagnifier } from './magnifier.ts';
import type { Composition } from './picture/composition.ts';
import { contextOf, drawn } from './sources.ts';
import { straightened } from './straightened.ts';

/** Where the corners are at first, away from the photo's edges. */
const FIRST: WallCorners = [
  [0.1, 0.1],
  [0.9, 0.1],
  [0.9, 0.9],
  [0.1, 0.9],
];
const SCREEN_SIDE = 1600;
/** Longest side of what the wall looks like straight on. */
const RESULT_SIDE = 320;

/** What it becomes: corners, null for the whole photo, or undefined where nothing is to change. */
type Answer = WallCorners | null | undefined;

/** Asks an artist where the painted wall is in a photo, with what that leaves of it beside. */
export async function askCorners(photo: Blob, before: WallCorners | null): Promise<Answer> {
  const [bitmap] = await Promise.all([decodeImage(photo), addStylesheet(stylesheet)]);
  const picture = drawn(bitmap, SCREEN_SIDE);
  bitmap.close();
  const { promise, resolve } = deferred<Answer>();
  let answer: Answer;
  const leave = (next: Answer) => {
    answer = next;
    dialog.close();
  };
  const editor = createEditor(picture, before ?? FIRST);
  const actions = [
    button('btn btn-brand', 'Use These Corners', () => leave(editor.corners())),
    ...(before ? [button('btn btn-line', 'Use the Whole Photo', () => leave(null))] : []),
    button('btn btn-line', 'Cancel', () => leave(undefined)),
  ];
  editor.controls.append(element('div', { className: 'wall-actions' }, ...actions));
  const bench = element('div', { className: 'wall-bench' }, editor.stage, editor.controls);
  const dialog = titledDialog('Wall corners', bench);
  dialog.addEventListener('close', () => resolve(answer));
  document.body.append(dialog);
  openModal(dialog);
  editor.show();
  editor.stage.querySelector('button')?.focus({ preventScroll: true });
  return promise;
}

/** The photo with a handle at each corner, and the wall within them seen straight on. */
function createEditor(picture: HTMLCanvasElement, from: WallCorners) {
  let corners = from;
  const shown = drawn(picture, SCREEN_SIDE);
  shown.ariaHidden = 'true';
  const small = drawn(picture, RESULT_SIDE * 2);
  const stage = element('div', { className: 'wall-stage' }, shown);
  stage.style.setProperty('--ratio', `${picture.width / picture.height}`);
  const magnifier = createMagnifier(picture);
  const result = element('canvas', { className: 'wall-straight', role: 'img' });
  result.ariaLabel = 'The wall straight on';
  const status = element('p', { className: 'sr-only', role: 'status' });
  const room = () => ({ width: stage.clientWidth, height: stage.clientHeight });
  let waits = false;
  const draw = () => {
    waits = false;
    dimAround(shown, picture, corners);
    magnifier.draw(corners, room());
    const straight = straightened(small, corners, RESULT_SIDE);
    Object.assign(result, { width: straight.width, height: straight.height });
    contextOf(result).drawImage(straight, 0, 0);
  };
  const show = () => {
    handles.show();
    if (!waits) requestAnimationFrame(draw);
    waits = true;
  };
  const handles = createHandles(stage, {
    room,
    whole: false,
    now: () => flat(corners),
    onChange({ plane }) {
      const inside = plane.map(([x, y]) => [rounded(x), rounded(y)]) as unknown as WallCorners;
      if (isWall(inside)) corners = inside;
      show();
    },
    onMagnify(at) {
      magnifier.move(at && [clamp(at[0], 0, 1), clamp(at[1], 0, 1)]);
      show();
    },
    onSay(text) {
      status.textContent = text;
    },
  });
  stage.append(magnifier.element, handles.element);
  const hint = element('p', { className: 'wall-hint' });
  hint.textContent = 'Drag the corners to the edges of the painting.';
  const controls = element('div', { className: 'wall-controls' }, hint, result, status);
  return { stage, controls, show, corners: () => corners };
}

const flat = (plane: Quad): Composition => ({ plane, size: 1, strength: 1 });
const rounded = (share: number) => Math.round(clamp(share, 0, 1) * 1000) / 1000;

/** What is not the wall, darker. */
function dimAround(on: HTMLCanvasElement, picture: HTMLCanvasElement, corners: Quad): void {
  const context = contextOf(on);
  const { width, height } = on;
  context.drawImage(picture, 0, 0);
  context.beginPath();
  context.rect(0, 0, width, height);
  for (const [i, [x, y]] of corners.entries())
    context[i === 0 ? 'moveTo' : 'lineTo'](x * width, y * height);
  context.closePath();
  context.fillStyle = 'rgb(23 19 58 / 0.65)';
  context.fill('evenodd');
}
