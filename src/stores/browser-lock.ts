/**
 * Runs `work` while nothing else in this browser holds the name. Without Web Locks two tabs may send the same key at
 * once; the database makes one of it.
 */
export function browserLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(name, work) : work();
}
