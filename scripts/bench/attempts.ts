import { messageOf } from '#node/errors.ts';

/** The first result of a few attempts; null when each of them throws. Each failure is printed. */
export async function attempted<T>(
  attempts: number,
  work: () => Promise<T>,
  onFailure: (reason: string) => void,
): Promise<T | null> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    try {
      return await work();
    } catch (error) {
      onFailure(messageOf(error));
    }
  }
  return null;
}
