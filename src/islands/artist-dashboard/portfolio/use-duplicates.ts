import { useRef, useState } from 'react';
import { ownCopy } from '#data/storage.ts';
import { type Duplicate, findDuplicates, type Likeness } from '#domain/likeness.ts';
import { likenessOf, likenessOfFile } from '#ui/picture-likeness.ts';

/** Enough to tell pictures apart, and mostly in the browser already. */
const COMPARED_WIDTH = 320;

/**
 * Notices pictures that are in the portfolio twice. Nothing waits for it: a picture is added first, and then the one
 * that it duplicates is named, to be kept or removed.
 */
export function useDuplicates(portfolio: readonly string[]) {
  const [duplicates, setDuplicates] = useState<Duplicate[]>([]);
  /** By the address, and by the file's name until there is one. */
  const likenesses = useRef(new Map<string, Likeness>());
  const latest = useRef(portfolio);
  latest.current = portfolio;

  /** What a file of this id looks like, while its pixels are at hand. */
  const remember = (id: string, bitmap: ImageBitmap) => {
    likenesses.current.set(id, likenessOf(bitmap));
  };

  const learn = async (url: string) => {
    const known = likenesses.current;
    if (known.has(url)) return;
    try {
      known.set(url, await likenessOfFile(await ownCopy(url, COMPARED_WIDTH)));
    } catch (error) {
      // It is a convenience: a picture that cannot be read is compared with nothing.
      console.error(error);
    }
  };

  /** Compares new pictures with those before them; call with what has just been added. */
  const compare = async (added: readonly { name: string; url: string }[]) => {
    const known = likenesses.current;
    for (const { url } of added) {
      const id = /\/(\d+-\d+)\.[a-z]+$/.exec(url)?.[1] ?? '';
      const own = known.get(id);
      if (own) known.set(url, own);
    }
    const fresh = new Set(added.map(({ url }) => url));
    const earlier = latest.current.filter((url) => !fresh.has(url));
    // One after the other: the pictures that are looked at go first.
    for (const url of [...earlier, ...fresh]) await learn(url);
    const found = findDuplicates(added, earlier, known);
    if (found.length > 0) setDuplicates((now) => [...now, ...found]);
  };

  /** The person has decided about this one. */
  const resolve = (duplicate: Duplicate) =>
    setDuplicates((now) => now.filter((other) => other !== duplicate));

  // A duplicate that has left the portfolio, or whose other half has, is none any more.
  const there = new Set(portfolio);
  return {
    duplicates: duplicates.filter(({ url, of }) => there.has(url) && there.has(of)),
    remember,
    compare,
    resolve,
  };
}
