import { useEffect, useRef, useState } from 'react';

/** Takes files that are dropped or pasted anywhere on the page; true while some are held above it. */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [over, setOver] = useState(false);
  const take = useRef(onFiles);
  take.current = onFiles;

  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const hover = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      // Going from one element to the next is no way out.
      if (!event.relatedTarget) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      take.current([...(event.dataTransfer?.files ?? [])]);
    };
    const paste = ({ clipboardData, target }: ClipboardEvent) => {
      const isTyped = target instanceof Element && target.closest('input, textarea');
      if (!isTyped && clipboardData?.files.length) take.current([...clipboardData.files]);
    };
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener('dragover', hover, { signal });
    document.addEventListener('dragleave', leave, { signal });
    document.addEventListener('drop', drop, { signal });
    document.addEventListener('paste', paste, { signal });
    return () => stop.abort();
  }, []);
  return over;
}
