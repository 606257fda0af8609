import { LIMITS } from '#lib/limits.ts';
import { readUrl } from '#lib/read-url.ts';
import type { ImageKind } from './image-kind.ts';

/** The two buckets, and what each takes (specification, section 3). The database repeats the sizes and types. */
export const BUCKETS = {
  photo: { name: 'profile-photos', maxBytes: LIMITS.profilePhotoBytes },
  portfolio: { name: 'portfolio-images', maxBytes: LIMITS.portfolioImageBytes },
} as const;
export type BucketName = (typeof BUCKETS)[keyof typeof BUCKETS]['name'];

/** Where the pictures of messages are: readable by signed address only, for the two sides of the conversation. */
export const MESSAGE_PICTURES = {
  name: 'message-pictures',
  maxBytes: LIMITS.messagePictureBytes,
  /** What `encodeImage` writes. */
  types: ['image/webp', 'image/jpeg'],
} as const;

/** Where the photos of the wall of a request are, each under a name of its own: readable by signed address only. */
export const LEAD_PHOTOS = {
  name: 'lead-photos',
  maxBytes: LIMITS.leadPhotoBytes,
  types: MESSAGE_PICTURES.types,
  /** What the photos of a request are called. */
  slots: Array.from({ length: LIMITS.leadPhotos }, (_, n) => String(n)),
} as const;

/** Where a photo is: `folder` is what the database says for its request. */
export const leadPhotoPath = (folder: string, slot: string): string => `${folder}/${slot}.webp`;

/** Where the pictures of reviews are: public as soon as a review shows them. */
export const REVIEW_PICTURES = {
  name: 'review-pictures',
  maxBytes: LIMITS.messagePictureBytes,
  types: MESSAGE_PICTURES.types,
} as const;

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

/** What people can choose: iPhones write HEIC, which Windows has no type for. */
export const CHOSEN_TYPES = [...IMAGE_TYPES, '.heic', '.heif'].join();

interface Source {
  name: string;
  type: string;
  size: number;
}

/**
 * Why a file is not taken, as a sentence; null when it is. Judged before anything is sent. What it is counts more than
 * what it says it is: a photograph by another name is one, too.
 */
export function sourceRefusal(
  { name, type, size }: Source,
  kind: ImageKind | null = null,
): string | null {
  if (size === 0) return `${name} is empty`;
  if (!kind && !IMAGE_TYPES.includes(type as (typeof IMAGE_TYPES)[number])) {
    return `${name} isn’t a JPEG, PNG, WebP or AVIF file`;
  }
  if (size > LIMITS.sourceImageBytes) {
    return `${name} is larger than ${LIMITS.sourceImageBytes / 1024 / 1024} MB`;
  }
  return null;
}

/** For a file that the device no longer lets this page read. */
export const takenBack = (name: string): string =>
  `Your device no longer lets us read ${name}. Choose it again.`;

/** For a browser that did not finish with a photo in time. */
export const unanswered = (name: string): string =>
  `${name} took too long. Close other tabs and try again.`;

/** For a browser that gives noise for what was drawn. */
export const NOISY_CANVAS =
  'Your browser’s privacy protection scrambles photos. Allow canvas for this site, or use another browser.';

/** For a file that looks like a picture and cannot be decoded. A good HEIC may have more parts than libheif takes. */
export const unreadable = (name: string, kind?: ImageKind | null): string =>
  `${name} can’t be read as a photo.${kind === 'heic' ? ' Export it as JPEG.' : ''}`;

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
};

/** 'webp' for 'image/webp'. */
export function imageExtension(type: string): string {
  return EXTENSIONS[type] ?? 'jpg';
}

/** {userId}/profile.{ext} (section 7). */
export function photoPath(userId: string, type: string): string {
  return `${userId}/profile.${imageExtension(type)}`;
}

/** {userId}/{timestamp}-{index}.{ext} (section 7). */
export function portfolioPath(
  userId: string,
  timestamp: number,
  index: number,
  type: string,
): string {
  return `${userId}/${timestamp}-${index}.${imageExtension(type)}`;
}

/** The path inside its bucket of a public address of this project, without a version; null for any other address. */
export function objectPath(url: string, bucket: BucketName): string | null {
  const start = `/storage/v1/object/public/${bucket}/`;
  const pathname = readUrl(url)?.pathname;
  return pathname?.startsWith(start) ? decodeURIComponent(pathname.slice(start.length)) : null;
}

/** Bucket and path of an upload by its public address; null for any other address. */
export function uploadOf(url: string): { bucket: BucketName; path: string } | null {
  for (const { name: bucket } of Object.values(BUCKETS)) {
    const path = objectPath(url, bucket);
    if (path) return { bucket, path };
  }
  return null;
}

/** The widths that small copies of uploads come in. */
export const COPY_WIDTHS = [160, 320, 640, 1280] as const;

/** The width of the copy for a box of so many device pixels. */
export function copyWidth(pixels: number): number {
  return COPY_WIDTHS.find((width) => width >= pixels) ?? 1280;
}

/** The address of a small copy of an upload that everybody may see; other addresses stay as they are. */
export function copyUrl(url: string, width: number): string {
  if (!uploadOf(url)) return url;
  const copy = new URL(url.replace('/object/public/', '/render/image/public/'));
  copy.searchParams.set('width', String(width));
  copy.searchParams.set('resize', 'contain');
  return copy.href;
}

/** The largest size of the same shape that fits into a square of `maxSide`; nothing is made larger. */
export function fitWithin(
  width: number,
  height: number,
  maxSide: number,
): { width: number; height: number } {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
