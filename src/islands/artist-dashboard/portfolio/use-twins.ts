import { useRef, useState } from 'react';
import { ownCopy } from '#data/storage.ts';
import { findTwins, type Likeness, type Twin } from '#domain/likeness.ts';
import { likenessOf, likenessOfFile } from '#ui/picture-likeness.ts';

/** Enough to tell pictures apart, and mostly in the browser already. */
const COPY = 320;

/**
 * Notices pictures that are in the portfolio twice. Nothing waits for it: a picture is added first, and then its twin
 * is named, to be kept or removed.
 */
export function useTwins(portfolio: readonly string[]) {
  const [twins, setTwins] = useState<Twin[]>([]);
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
      known.set(url, await likenessOfFile(await ownCopy(url, COPY)));
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
    const found = findTwins(added, earlier, known);
    if (found.length > 0) setTwins((now) => [...now, ...found]);
  };

  /** The person has decided about this one. */
  const settle = (twin: Twin) => setTwins((now) => now.filter((other) => other !== twin));

  // A twin that has left the portfolio, or whose other half has, is none any more.
  const there = new Set(portfolio);
  return {
    twins: twins.filter(({ url, of }) => there.has(url) && there.has(of)),
    remember,
    compare,
    settle,
  };
}
