import { useEffect, useRef, useState } from 'react';
import { MESSAGE_PICTURES, unreadable } from '../upload.ts';
import { encodeFile, fileRefusal } from './source-file.ts';

/** A picture that stands in the box of a message, drawn anew for the web; while that is done it has no file. */
export interface ChosenPicture {
  id: number;
  file: Blob | null;
  url: string | null;
}

let lastId = 0;
const ready = (file: Blob): ChosenPicture => ({
  id: ++lastId,
  file,
  url: URL.createObjectURL(file),
});

/** What keeps the pictures until they are sent. */
interface PictureDraft {
  loadPictures: () => Promise<Blob[]>;
  savePictures: (files: readonly Blob[]) => Promise<void>;
}

interface Options {
  /** What they go with: 'a message'. */
  of: string;
  limit: number;
  /** How many of the places are taken already. */
  taken?: number;
}

/** Pictures that go with something that is being typed; they survive the page, as the text does. */
export function useChosenPictures(draft: PictureDraft, { of, limit, taken = 0 }: Options) {
  const [pictures, setPictures] = useState<readonly ChosenPicture[]>([]);
  /** Why files are not among them, each a sentence that names one. */
  const [problems, setProblems] = useState<readonly string[]>([]);
  // What is shown comes later than the next file.
  const now = useRef<readonly ChosenPicture[]>([]);
  const work = useRef<Promise<unknown>>(Promise.resolve());

  const show = (next: readonly ChosenPicture[]) => {
    now.current = next;
    setPictures(next);
  };
  const change = (next: readonly ChosenPicture[]) => {
    show(next);
    return draft.savePictures(next.flatMap(({ file }) => file ?? []));
  };

  const kept = useRef(draft);
  useEffect(() => {
    void kept.current.loadPictures().then((files) => {
      now.current = [...files.map(ready), ...now.current];
      setPictures(now.current);
    });
  }, []);

  const prepare = async (file: File, id: number): Promise<void> => {
    const { maxBytes } = MESSAGE_PICTURES;
    let problem = await fileRefusal(file);
    const blob = problem
      ? null
      : await encodeFile(file, { maxBytes }).catch(({ message }) => {
          problem = message;
        });
    if (!now.current.some((one) => one.id === id)) return;
    if (blob) {
      now.current = now.current.map((one) => (one.id === id ? { ...ready(blob), id } : one));
      // Kept before it is seen, because the person may reload once they see it.
      await draft.savePictures(now.current.flatMap((one) => one.file ?? []));
      setPictures(now.current);
    } else {
      void change(now.current.filter((one) => one.id !== id));
      setProblems((before) => [...before, problem ?? unreadable(file.name)]);
    }
  };

  return {
    pictures,
    problems,

    add(files: readonly File[]): void {
      const room = Math.max(limit - taken - now.current.length, 0);
      setProblems(
        files
          .slice(room)
          .map(({ name }) => `${name} was left out: ${of} takes at most ${limit} photos`),
      );
      const added = files.slice(0, room).map((file) => ({ id: ++lastId, file }));
      show([...now.current, ...added.map(({ id }) => ({ id, file: null, url: null }))]);
      // One after the other: decoding takes tens of megabytes each.
      for (const { file, id } of added) work.current = work.current.then(() => prepare(file, id));
    },

    remove(id: number): void {
      const gone = now.current.find((one) => one.id === id);
      if (gone?.url) URL.revokeObjectURL(gone.url);
      void change(now.current.filter((one) => one.id !== id));
      setProblems([]);
    },

    /** The files, once all of them are ready; null when one of them turned out to be none. */
    async files(): Promise<Blob[] | null> {
      const count = now.current.length;
      await work.current;
      const files = now.current.flatMap(({ file }) => file ?? []);
      return files.length === count ? files : null;
    },

    clear(): void {
      for (const { url } of now.current) if (url) URL.revokeObjectURL(url);
      void change([]);
      setProblems([]);
    },
  };
}
