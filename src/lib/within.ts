/** A browser did not do in time what it was asked for. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** Long enough for a slow phone and a large photo. */
const LIMIT_MS = 20_000;

/** For what a browser does in no time, or never. */
export const ANSWER_MS = 5000;

/**
 * What a browser does for us, which some never answer: rejects when it has not answered in time, so that the code that
 * waits can say so.
 * @throws NoAnswer
 */
export function within<T>(work: Promise<T>, limit = LIMIT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer('The browser does not answer')), limit);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
