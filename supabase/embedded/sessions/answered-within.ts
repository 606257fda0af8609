/** For what has arrived while this process was busy, and is read before anything is given up. */
const READ_MS = 250;

/**
 * Waits for an answer, but not for good.
 * @param late makes the error of one that did not come in time; what the answer becomes then is nobody's.
 */
export async function answeredWithin<T>(
  answer: Promise<T>,
  ms: number,
  late: () => Error,
): Promise<T> {
  if (ms === Number.POSITIVE_INFINITY) return answer;
  answer.catch(() => {});
  const { promise, reject } = Promise.withResolvers<never>();
  let timer = setTimeout(() => {
    timer = setTimeout(() => reject(late()), READ_MS);
  }, ms);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
}
