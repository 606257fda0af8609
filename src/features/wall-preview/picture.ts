import { SITE } from '#config/site.ts';
import { decodeImage, fileOf } from '#features/pictures/encode-image.ts';
import { createRenderer, drawableSide } from './gl-renderer.ts';
import { type Composition, cornersOf } from './picture/composition.ts';
import { blank, contextOf, drawn, type Sources } from './sources.ts';

export interface WallMural {
  /** Where its picture is, the best first; of this site, for others' could not be read back. */
  srcs: readonly string[];
  /** Null for a picture of a portfolio that is no mural of its own. */
  title: string | null;
  artist: string | null;
  /** Of its wall in the picture, as two shares each, where its artist has said so. */
  corners?: readonly number[] | undefined;
}

/** Longest side of a picture to be kept or shared: phones have no larger canvas. */
const FULL_SIDE = 4096;
const BAND = { share: 0.055, least: 28, color: '#17133a', text: '#fbf3e4' };

/** What stands below the picture wherever it goes. */
function bandText({ title, artist }: WallMural): string {
  const what = title ? `“${title}”` : 'A mural';
  return `Preview of scale: ${what}${artist ? ` by ${artist}` : ''} · ${SITE.name}`;
}

/**
 * The composition at the size of its photograph, with a band that says what it is. The photograph is decoded anew: kept
 * in full it would take a phone's memory all the while.
 */
async function fullPicture(
  photo: Blob,
  sources: Sources,
  composition: Composition,
  text: string,
): Promise<HTMLCanvasElement> {
  const bitmap = await decodeImage(photo);
  const wall = drawn(bitmap, Math.min(FULL_SIDE, drawableSide()));
  bitmap.close();
  const { width, height } = wall;
  const band = Math.max(BAND.least, Math.round(width * BAND.share));
  const renderer = createRenderer({ ...sources, wall });
  const picture = blank(width, height + band);
  const context = contextOf(picture);
  const { strength } = composition;
  renderer.draw({ quad: cornersOf(composition), strength, width, height });
  context.drawImage(renderer.canvas, 0, 0);
  renderer.dispose();
  drawBand(context, text, band);
  return picture;
}

function drawBand(context: CanvasRenderingContext2D, text: string, height: number): void {
  const { width, height: whole } = context.canvas;
  const top = whole - height;
  const room = width - height;
  context.fillStyle = BAND.color;
  context.fillRect(0, top, width, height);
  context.fillStyle = BAND.text;
  context.textBaseline = 'middle';
  const font = (size: number) => `700 ${size}px "Figtree Variable", system-ui, sans-serif`;
  context.font = font(height * 0.44);
  const wanted = context.measureText(text).width;
  // A long name becomes smaller, and at last narrower: it is never cut off.
  if (wanted > room) context.font = font(height * 0.44 * Math.max(0.6, room / wanted));
  context.fillText(text, height / 2, top + height / 2, room);
}

/** For others to see: a JPEG, which every program opens. */
export async function sharedPicture(
  photo: Blob,
  sources: Sources,
  composition: Composition,
  mural: WallMural,
): Promise<File> {
  const canvas = await fullPicture(photo, sources, composition, bandText(mural));
  const blob = await fileOf(canvas, 'image/jpeg', 0.9);
  return new File([blob], 'mural-preview.jpg', { type: blob.type });
}
