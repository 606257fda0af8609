/** Megabytes for what requests leave behind until it is collected: by default it is a hundred, and stays. */
const SMALL = ['--max-semi-space-size=4'];

/** Two heaps for all threads, whose free end goes back: encoding a dozen pictures would leave 300 MB of holes, not 70. */
const GLIBC = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '1048576' };

/** How a process is forked that runs for as long as the product. What the operator has set for memory stays. */
export function smallProcess(environment: NodeJS.ProcessEnv = process.env) {
  return { execArgv: SMALL, env: { ...GLIBC, ...environment } };
}
