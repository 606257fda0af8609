import { asFile, faultOf } from '#features/pictures/chosen/source-file.ts';
import { WALL_TOASTS } from '#lib/toasts.ts';
import { again } from '#ui/again.ts';
import { saveFile } from '#ui/share/save-file.ts';
import { openShareSheet } from '#ui/share/share-sheet.ts';
import { button, element } from './elements.ts';
import { sharedPicture } from './picture.ts';
import type { PreviewWork } from './wall-preview-options.ts';

/** Fetched beside the dialog, and needed when something is done or fails. */
export const toasts = async () => (await again(() => import('#ui/overlays/toast.ts'))).toast;

/** What can be done with the picture: share it, or begin with another photograph. */
export function createActions(work: PreviewWork): HTMLElement {
  const { photo, options, sources, now, onOther } = work;
  const { mural } = options;
  const share = button('btn btn-brand', canShare() ? 'Share Preview' : 'Download Preview', () =>
    once(share, photo, async () => handOver(await sharedPicture(photo, sources, now(), mural))),
  );
  const other = button('btn btn-line', 'Another Photo', onOther);
  // A mural is its artist's: what is seen here is how large it is.
  const by = mural.artist ? ` The mural is by ${mural.artist}.` : '';
  const scale = element('p', {
    className: 'wall-hint',
    textContent: `This shows scale only.${by}`,
  });
  return element('div', { className: 'wall-actions' }, scale, share, other);
}

/** Runs one at a time, and says so when it fails. */
async function once(
  pressed: HTMLButtonElement,
  photo: Blob,
  work: () => Promise<void>,
): Promise<void> {
  if (pressed.ariaBusy === 'true') return;
  pressed.ariaBusy = 'true';
  try {
    await work();
  } catch (error) {
    console.error(error);
    const description = await faultOf(asFile(photo), error);
    (await toasts()).error(WALL_TOASTS.failed, description ? { description } : {});
  } finally {
    pressed.ariaBusy = null;
  }
}

const canShare = (): boolean =>
  matchMedia('(pointer: coarse)').matches &&
  Boolean(navigator.canShare?.({ files: [new File([], 'x.jpg', { type: 'image/jpeg' })] }));

/**
 * To the device's own sheet where it takes files, else among the downloads. A browser that waited too long for the
 * picture refuses the sheet.
 */
async function handOver(file: File): Promise<void> {
  const save = async () => {
    saveFile(file.name, file);
    (await toasts()).success(WALL_TOASTS.saved);
  };
  if (canShare()) openShareSheet({ files: [file] }, save);
  else await save();
}
