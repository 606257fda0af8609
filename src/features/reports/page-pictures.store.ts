import { decodeLoosely } from '#config/decode-loosely.ts';
import { LANGUAGE } from '#config/language.ts';
import { englishPath, pathIn } from '#config/language-paths.ts';
import { paths, sameOriginPath } from '#config/paths.ts';
import { markedPictures } from '#features/pictures/picture-mark.ts';
import { pagePictures } from './picture-reports.api.ts';

/** A picture of a public page: what its page shows, and the upload that the database knows. */
export interface PagePicture {
  url: string;
  /** What its files are called: the lightbox names it by that. */
  file: string;
  alt: string;
  src: string;
  srcSet: string;
}

/** What the address behind `#` asks for. */
export interface AskedPicture {
  page: string;
  /** The picture that was seen; empty where it is still to be chosen. */
  file: string;
}

const PAGE = /^\/(artist\/[a-z0-9-]+(\/reviews)?|mural\/[a-z0-9-]+)$/;

/** In the order of `private.pictures_of_page`; the pictures above an artist's name are those of the portfolio again. */
const SHOWN = '.artist-photo img, .mural-hero img, mural-gallery img';

/** A page follows a change within a second or two. */
const TRIES = 4;
const WAIT_MS = 1500;

/** Null for an address that names no page with pictures. */
export function askedPictureOf(hash: string): AskedPicture | null {
  const path = sameOriginPath(decodeLoosely(hash));
  if (!path) return null;
  const { pathname, searchParams } = new URL(path, location.origin);
  const page = englishPath(pathname);
  return PAGE.test(page) ? { page, file: searchParams.get('picture') ?? '' } : null;
}

/** The pictures of a page as it is now; none where there is no such page. */
export async function readPagePictures(
  page: string,
  read = { document: pageAt, urls: pagePictures },
): Promise<PagePicture[]> {
  for (let left = TRIES; left > 0; left--) {
    const [document, urls] = await Promise.all([read.document(page), read.urls(page)]);
    if (!document || urls.length === 0) return [];
    const found = paired(document, urls);
    if (found) return found;
    await new Promise((done) => setTimeout(done, WAIT_MS));
  }
  throw new Error(`${page} and its photos do not agree`);
}

/** Each picture of the page with its upload; null where the page is of another state than the database. */
function paired(document: Document, urls: readonly string[]): PagePicture[] | null {
  const link = document.querySelector(`a[href^="${paths.report}#"]`)?.getAttribute('href') ?? '';
  const shown = markedPictures(urls, new URLSearchParams(link.split('?')[1]).get('v') ?? '');
  const images = [...document.querySelectorAll<HTMLImageElement>(SHOWN)];
  if (shown?.length !== images.length) return null;
  return images.map((image, i) => {
    const src = image.getAttribute('src') ?? '';
    return {
      url: shown[i] ?? '',
      file: fileOf(src),
      alt: image.alt,
      src,
      srcSet: image.getAttribute('srcset') ?? '',
    };
  });
}

/** '0123…' for '/media/0123…-640.jpg'. */
const fileOf = (src: string) => /\/media\/([0-9a-f]{20})-/.exec(src)?.[1] ?? '';

/** The page, in the language of this one, or null when there is none. An XMLHttpRequest reads it, because no string may become markup here. */
function pageAt(path: string): Promise<Document | null> {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.responseType = 'document';
    request.onload = () => done(request.status === 200 ? request.responseXML : null);
    request.onerror = () => fail(new TypeError(`${path} did not arrive`));
    request.open('GET', pathIn(LANGUAGE, path));
    request.setRequestHeader('cache-control', 'no-cache');
    request.send();
  });
}
