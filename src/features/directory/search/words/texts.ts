import { startWorker } from '#config/trusted-types.ts';
import { within } from '#lib/within.ts';
import { WORD_END } from '../bio-index.ts';
import type { ListName } from '../card-file.ts';
import { memoize } from '../memoize.ts';
import { beginningsOf } from './search-words.ts';

const WORKER = '/search-worker.js';

/** A worker that has not even begun is one that never will; on a slow network it has much to fetch. */
const ANSWER_MS = 60_000;

/** Kept of what was looked up: the next key press, filter or page mostly asks for some of the same again. */
const KEPT_WORDS = 40;

/** What the words of an index go on with, in their order. */
const NEXT_LETTERS = `0123456789abcdefghijklmnopqrstuvwxyz${WORD_END}`;
const aroundOf = (word: string) => Array.from(NEXT_LETTERS, (letter) => word + letter).join(' ');

/** Looks words up in the longer texts of a list: biographies, or the stories of murals. */
export interface Texts {
  /** The slugs of those whose text has a word that begins like this one, or is another form of it. */
  withWord(word: string): Promise<ReadonlySet<string>>;
  close(): void;
}

/**
 * Starts a worker, where Pagefind answers: it takes 80 KB to load, and a tenth of a second at times, in which a page
 * has other things to do.
 */
export function openTexts(list: ListName): Texts {
  // Its name says in which index it looks.
  const worker = startWorker(WORKER, { name: list });
  const withBeginning = memoize(KEPT_WORDS, askWorker(worker));
  return {
    withWord: memoize(KEPT_WORDS, async (word: string) => {
      const found = await Promise.all(beginningsOf(word).map(withBeginning));
      return new Set(found.flat());
    }),
    close: () => worker.terminate(),
  };
}

function askWorker(worker: Worker) {
  const waiting = new Map<number, Question>();
  let asked = 0;
  worker.onmessage = ({ data }) => {
    const question = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.slugs) question?.resolve(data.slugs);
    else question?.reject(new Error(data.error));
  };
  worker.onerror = ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(message || `${WORKER} has failed`));
    waiting.clear();
  };
  return (beginning: string): Promise<string[]> => {
    const id = ++asked;
    worker.postMessage({ id, word: beginning, around: aroundOf(beginning) });
    return within(
      new Promise((resolve, reject) => waiting.set(id, { resolve, reject })),
      ANSWER_MS,
    );
  };
}

interface Question {
  resolve(slugs: string[]): void;
  reject(error: Error): void;
}
