import { WALL_TOASTS } from '#domain/toasts.ts';
import { unreadable } from '#domain/upload.ts';
import { beginning, firstComposition, type History } from '#domain/wall-preview/composition.ts';
import { decodeImage } from '#ui/encode-image.ts';
import { openModal } from '#ui/overlays.ts';
import { saveFile } from '#ui/save-file.ts';
import { refusalOf } from '#ui/source-file.ts';
import { addStylesheet } from '#ui/stylesheet.ts';
import { toast } from '#ui/toast.ts';
import stylesheet from '../../styles/wall-preview.css?url';
import { button, element } from './elements.ts';
import { attachedPicture, sharedPicture, type WallMural } from './picture.ts';
import { drawn, levelsOf, lightOf, maskFor, type Sources } from './sources.ts';
import { createStart } from './start.ts';
import { createWorkbench } from './workbench.ts';

export interface WallPreviewOptions {
  mural: WallMural;
  /** A photograph that is there already. */
  photo?: Blob | null;
  /** What the button says that takes the picture along. */
  attachLabel?: string;
  /** Takes the picture along; without it, it can only be shared. */
  onAttach?: ((picture: Blob) => Promise<void> | void) | undefined;
}

/** Longest side of what is drawn on the screen. */
const SCREEN_SIDE = 1600;
/** What was being done with a photograph, for a dialog that is closed by mistake, and for the next mural on the same wall. */
let kept: { photo: Blob; history: History } | null = null;

/** Opens the dialog, or says that the mural's picture cannot be had. */
export async function openWallPreview(options: WallPreviewOptions): Promise<void> {
  try {
    await open(options);
  } catch (error) {
    console.error(error);
    await toast.error(WALL_TOASTS.failed);
  }
}

/** Ready when the dialog is in sight. There is one at a time: a second press may come while the first waits. */
async function open(options: WallPreviewOptions): Promise<void> {
  const [mural] = await Promise.all([loadMural(options.mural.srcs), addStylesheet(stylesheet)]);
  if (document.querySelector('.wall-preview')) return;
  if (options.photo && options.photo !== kept?.photo) kept = null;
  const levels = levelsOf(mural);
  const body = element('div', { className: 'wall-body' });
  const dialog = createDialog(body);
  let leave = () => {};
  const ask = (problem = '') => {
    leave();
    leave = () => {};
    kept = null;
    body.replaceChildren(createStart(options.mural, levels, problem, take));
  };
  async function take(photo: Blob): Promise<void> {
    const name = photo instanceof File ? photo.name : 'The photo';
    try {
      const refusal = photo instanceof File ? await refusalOf(photo) : null;
      if (refusal) return ask(refusal);
      const bitmap = await decodeImage(photo);
      const wall = drawn(bitmap, SCREEN_SIDE);
      bitmap.close();
      if (dialog.open) compose(photo, { wall, levels, light: lightOf(wall), mask: maskFor(wall) });
    } catch (error) {
      console.error(error);
      ask(unreadable(name));
    }
  }
  function compose(photo: Blob, sources: Sources): void {
    const proportions = (canvas: HTMLCanvasElement) => canvas.width / canvas.height;
    const first = firstComposition(
      proportions(levels[0] as HTMLCanvasElement),
      proportions(sources.wall),
    );
    const history = kept?.photo === photo ? kept.history : beginning(first);
    kept = { photo, history };
    const bench = createWorkbench(sources, history, first, (next) => {
      kept = { photo, history: next };
    });
    const { onAttach, attachLabel = 'Attach to a Request' } = options;
    const share = button('btn btn-line', sharing() ? 'Share Picture' : 'Download Picture', () =>
      busy(share, async () => {
        handOver(await sharedPicture(photo, sources, bench.now(), options.mural));
      }),
    );
    const attach = button('btn btn-brand', attachLabel, () =>
      busy(attach, async () => {
        await onAttach?.(await attachedPicture(photo, sources, bench.now(), options.mural));
        dialog.close();
      }),
    );
    const other = button('btn btn-line', 'Another Photo', () => ask());
    const actions = element('div', { className: 'wall-actions' }, ...(onAttach ? [attach] : []));
    actions.append(share, other);
    bench.element.append(actions);
    leave = bench.dispose;
    body.replaceChildren(bench.element);
    bench.focus();
  }
  dialog.addEventListener('close', () => {
    leave();
    dialog.remove();
  });
  document.body.append(dialog);
  openModal(dialog);
  const photo = options.photo ?? kept?.photo;
  if (photo) await take(photo);
  else ask();
}

function createDialog(body: HTMLElement): HTMLDialogElement {
  const title = element('h2', { id: 'wall-preview-title', textContent: 'See it on your wall' });
  const close = button('wall-close', '✕', () => dialog.close());
  close.ariaLabel = 'Close';
  const head = element('header', { className: 'wall-head' }, title, close);
  const dialog = element('dialog', { className: 'wall-preview' }, head, body);
  dialog.setAttribute('aria-labelledby', title.id);
  return dialog;
}

/** The mural's picture; without a network the one that the page shows, which the browser has. */
async function loadMural([src, ...others]: readonly string[]): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = src ?? '';
  try {
    await image.decode();
    return image;
  } catch (error) {
    if (others.length === 0) throw error;
    return loadMural(others);
  }
}

/** Runs once at a time, and says so when it fails. */
async function busy(pressed: HTMLButtonElement, work: () => Promise<void>): Promise<void> {
  if (pressed.ariaBusy === 'true') return;
  pressed.ariaBusy = 'true';
  try {
    await work();
  } catch (error) {
    console.error(error);
    await toast.error(WALL_TOASTS.failed);
  } finally {
    pressed.ariaBusy = null;
  }
}

const sharing = (): boolean =>
  matchMedia('(pointer: coarse)').matches &&
  Boolean(navigator.canShare?.({ files: [new File([], 'x.jpg', { type: 'image/jpeg' })] }));

/** To the device's own sheet where it takes files, else among the downloads. */
async function handOver(file: File): Promise<void> {
  if (!sharing()) {
    saveFile(file.name, file);
    await toast.success(WALL_TOASTS.saved);
    return;
  }
  // Closing the sheet rejects: that is an answer. A browser that waited too long for the picture refuses.
  await navigator.share({ files: [file] }).catch((error: DOMException) => {
    if (error.name !== 'AbortError') saveFile(file.name, file);
  });
}
