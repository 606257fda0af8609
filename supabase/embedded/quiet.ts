import { AsyncLocalStorage } from 'node:async_hooks';

const inside = new AsyncLocalStorage<true>();
let installed = false;

/**
 * Runs a request without what @supabase/lite prints on the console for each one it refuses, wrong passwords and rule
 * violations included. The answer says the same; the gateway logs what is a failure. `DEBUG_BACKEND=1` shows all.
 */
export function quietly<T>(run: () => Promise<T>): Promise<T> {
  if (!installed) install();
  return inside.run(true, run);
}

function install(): void {
  installed = true;
  if (process.env.DEBUG_BACKEND === '1') return;
  const print = console.error.bind(console);
  console.error = (...values: unknown[]) => {
    if (!inside.getStore()) print(...values);
  };
}
