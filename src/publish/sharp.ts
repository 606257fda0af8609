import type sharp from 'sharp';

let opened: Promise<typeof sharp> | undefined;

/** The image library, loaded with the first picture: a process that has none to make does without its megabytes. */
export function openSharp(): Promise<typeof sharp> {
  opened ??= import('sharp').then(({ default: library }) => {
    // Callers work on several pictures at once, which uses the cores better than threads within one.
    library.concurrency(1);
    library.cache(false);
    return library;
  });
  return opened;
}
