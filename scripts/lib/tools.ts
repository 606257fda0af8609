import { spawn } from 'node:child_process';
import path from 'node:path';
import { ROOT } from '#node/root.ts';

export interface Tool {
  title: string;
  /** A file of the project or of an installed package, run by this Node. */
  script: string;
  args?: string[];
  env?: NodeJS.ProcessEnv;
}

const bin = (file: string) => path.join(ROOT, 'node_modules', file);

/** What has to hold before any test is worth running. */
export function checks({ write = false } = {}): Tool[] {
  return [
    {
      title: 'Lint and format',
      script: bin('@biomejs/biome/bin/biome'),
      args: ['check', ...(write ? ['--write'] : []), '.'],
    },
    {
      title: 'Types',
      script: bin('@astrojs/check/bin/astro-check.js'),
      args: ['--minimumFailingSeverity', 'error', '--minimumSeverity', 'error'],
    },
    {
      title: 'Spanish words (src/config/es.json)',
      script: path.join(ROOT, 'scripts/lib/spanish-words.ts'),
    },
    {
      title: 'Database types',
      script: path.join(ROOT, 'scripts/db-types.ts'),
      args: ['--check'],
    },
  ];
}

/**
 * Runs one tool with its output on this terminal; true when it succeeds. `beside` another one, that is all shown at
 * once when it ends.
 */
export function runTool(tool: Tool, { beside = false } = {}): Promise<boolean> {
  const heading = `\n— ${tool.title}`;
  if (!beside) console.log(heading);
  const child = spawn(process.execPath, [tool.script, ...(tool.args ?? [])], {
    cwd: ROOT,
    stdio: beside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...tool.env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return new Promise((resolve) => {
    child.on('error', () => resolve(false));
    child.on('close', (code) => {
      if (beside) console.log(`${heading}\n${output}`);
      resolve(code === 0);
    });
  });
}

/** Runs all, also after one has failed, and names those that did. */
export async function runAll(tools: readonly Tool[]): Promise<boolean> {
  const failed: string[] = [];
  for (const tool of tools) if (!(await runTool(tool))) failed.push(tool.title);
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`);
  return failed.length === 0;
}
