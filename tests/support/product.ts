import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '#node/root.ts';

export interface RunningProduct {
  origin: string;
  dataDir: string;
  pid: number;
  /** All that it has printed so far. */
  output(): string;
  /** Ends it as an operator would, and gives its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

interface ProductOptions {
  dataDir: string;
  port: number;
  /** The folder of another source. */
  root?: string;
  env?: NodeJS.ProcessEnv;
  timeoutMs?: number;
  /** In a session of its own, as a terminal or a service manager starts it. */
  detached?: boolean;
}

const READY = /^Ready: |"event":"ready"/m;

/** What `npm start` runs, as arguments of Node. */
async function startArguments(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
  return scripts.start.replace(/^exec node /, '').split(' ');
}

/** `npm start` for tests and measurements: resolves at the ready line, rejects with what it printed instead. */
export async function startProduct(options: ProductOptions): Promise<RunningProduct> {
  const { dataDir, port, root = ROOT, env, timeoutMs = 240_000, detached = false } = options;
  const child = spawn(process.execPath, await startArguments(), {
    cwd: root,
    detached,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), ...env },
    // The channel closes when this process ends, however that ends, and the product with it.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const product: RunningProduct = {
    origin: `http://127.0.0.1:${port}`,
    dataDir,
    pid: child.pid ?? 0,
    output: () => output,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return exited;
    },
  };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The product was not ready after ${timeoutMs / 1000} s:\n${output}`));
    }, timeoutMs);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (!READY.test(output)) return;
        clearTimeout(timer);
        resolve(product);
      });
    }
    void exited.then((code) => {
      clearTimeout(timer);
      reject(new Error(`The product ended with exit code ${code}:\n${output}`));
    });
  });
}
