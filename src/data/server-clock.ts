/** The server's time when this page began; null until an answer told it. */
let origin: number | null = null;

/** Takes the server's time from the `Date` header of an answer. */
export function noteServerTime(date: string | null): void {
  const time = Date.parse(date ?? '');
  if (!Number.isNaN(time)) origin = time - performance.now();
}

/** The time of the server, whatever the clock of this device says and however it is set meanwhile. */
export const serverNow = (): number => (origin === null ? Date.now() : origin + performance.now());

/** When a token ends, by the server's clock; null for one that does not say so. */
export function endOf(token: string): number | null {
  try {
    const part = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    const { exp } = JSON.parse(atob(part)) as { exp?: unknown };
    return typeof exp === 'number' ? exp * 1000 : null;
  } catch {
    return null;
  }
}
