/** Node and the bundler say so themselves when they get no more memory. */
const SAID =
  /heap out of memory|memory allocation of \d+ bytes failed|Cannot allocate memory|ENOMEM/;

/** What ended a process, with the likely cause: the system kills without a word when memory runs out. */
export function endedBy(code: number | null, signal: string | null, output = ''): string {
  const how = signal ? `signal ${signal}` : `exit code ${code}`;
  // A shell, or a container, tells a signal as 128 and its number.
  const killed = signal === 'SIGKILL' || code === 137;
  if (SAID.test(output)) return `${how}: it ran out of memory`;
  return killed ? `${how}: the system most likely ran out of memory and killed it` : how;
}
