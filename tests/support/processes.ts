import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** What a process of a running product does. */
export type Part =
  | 'front'
  | 'backend'
  | 'publisher'
  | 'background of the publisher'
  | 'guard of the database server'
  | 'database server'
  | 'database session'
  | 'database helper'
  | 'other';

interface ProductProcess {
  pid: number;
  part: Part;
  /** Its command line. */
  command: string;
}

/** A script in a command line. Throws where it has moved: nothing would be found, and nothing killed. */
function script(path: string): RegExp {
  if (!existsSync(path)) throw new Error(`${path} is no file`);
  return new RegExp(path.replaceAll('.', '\\.'));
}

/** How command lines tell the parts apart; the first that fits counts. */
const PARTS: [RegExp, Part][] = [
  [/scripts\/(run\.cjs start|start\.ts)/, 'front'],
  [script('supabase/embedded/process/main.ts'), 'backend'],
  [script('src/publish/process/publisher-process.ts'), 'publisher'],
  [script('src/publish/rendering/background-process.ts'), 'background of the publisher'],
  [/^\/bin\/sh -c exec 3<&0/, 'guard of the database server'],
  [/^postgres: postgres \S+ \S+/, 'database session'],
  [/^postgres: /, 'database helper'],
  [/\/postgres(\.exe)? -D /, 'database server'],
];

/** The processes of the product whose first one is `pid`, that one included. */
export function processesOf(pid: number): ProductProcess[] {
  const all = listed();
  const family = new Set([pid]);
  // A child may stand before its parent in the list: until no more are found.
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const each of all) if (family.has(each.parent)) family.add(each.pid);
  }
  return all
    .filter((each) => family.has(each.pid))
    .map(({ pid, command }) => ({ pid, part: partOf(command), command }));
}

/** As when the machine loses its power: the first process before those that it would start again. */
export function killAll(pid: number): void {
  for (const each of processesOf(pid))
    try {
      process.kill(each.pid, 'SIGKILL');
    } catch {
      // A session has ended with its server.
    }
}

/** Those of them that run: one that has ended may stay in the list until its parent asks how. */
export function running(processes: readonly ProductProcess[]): ProductProcess[] {
  const run = new Set(listed().flatMap(({ pid, state }) => (state.startsWith('Z') ? [] : [pid])));
  return processes.filter(({ pid }) => run.has(pid));
}

function partOf(command: string): Part {
  return PARTS.find(([pattern]) => pattern.test(command))?.[1] ?? 'other';
}

function listed(): { pid: number; parent: number; state: string; command: string }[] {
  const text = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,stat=,args='], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return text.split('\n').flatMap((line) => {
    const [, pid, parent, state = '', command = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return pid ? [{ pid: Number(pid), parent: Number(parent), state, command }] : [];
  });
}
