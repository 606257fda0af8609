import { AsyncLocalStorage } from 'node:async_hooks';

const inside = new AsyncLocalStorage<unknown[]>();
let installed = false;

/**
 * Runs a request without what @supabase/lite prints on the console for each one it refuses, violations of a
 * rule included. It tells nobody else why it failed: what it would have printed comes back as `faults`.
 * `DEBUG_BACKEND=1` shows all.
 */
export async function captureConsoleErrors<T>(
  run: () => Promise<T>,
): Promise<{ value: T; faults: unknown[] }> {
  if (!installed) install();
  const faults: unknown[] = [];
  return { value: await inside.run(faults, run), faults };
}

function install(): void {
  installed = true;
  const print = console.error.bind(console);
  console.error = (...values: unknown[]) => {
    const faults = inside.getStore();
    faults?.push(...values.filter((value) => typeof value === 'object'));
    if (!faults || process.env.DEBUG_BACKEND === '1') print(...values);
  };
}
