import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import semver from 'semver';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ROOT } from '#node/root.ts';
import { NODES } from './lib/doctor/rules.ts';
import { COMMANDS, loadSettings, OLDEST, problem } from './run.cjs';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const project = JSON.parse(read('package.json'));

describe('settings in a file', () => {
  const names = ['SITE_URL', 'OPERATOR', 'DATA_DIR'];
  const before = names.map((name) => [name, process.env[name]] as const);
  afterEach(() => {
    vi.unstubAllEnvs();
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  const file = () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'muro-env-'));
    writeFileSync(
      path.join(dir, '.env'),
      'SITE_URL=https://file.example\nOPERATOR="Muro <hello@muro.example>"\n#DATA_DIR=/x\n',
    );
    return path.join(dir, '.env');
  };

  it('are read by commands of the product, after what is set already', () => {
    vi.stubEnv('SITE_URL', 'https://environment.example');
    loadSettings('start', file());
    expect(process.env).toMatchObject({
      SITE_URL: 'https://environment.example',
      OPERATOR: 'Muro <hello@muro.example>',
    });
  });

  it('are not read by tests, nor where there is no file', () => {
    delete process.env.OPERATOR;
    for (const name of ['test', 'check', 'bench', 'db-diff', 'lock']) loadSettings(name, file());
    loadSettings('start', '/no/such/.env');
    expect(process.env.OPERATOR).toBeUndefined();
  });
});

describe('the launcher', () => {
  it('stands before every command of package.json', () => {
    // What npm does before a command is no command.
    const named = Object.entries<string>(project.scripts).filter(
      ([name]) => !name.startsWith('pre'),
    );
    for (const [name, command] of named) {
      const [, script = ''] =
        /^(?:exec )?node scripts\/run\.cjs ([a-z-]+)(?: all| cluster)?$/.exec(command) ?? [];
      expect(COMMANDS, `${name}: ${command}`).toContain(script);
    }
    expect(named.length).toBeLessThanOrEqual(15);
  });

  it.each([
    ['v24.21.0', true, true, null],
    ['v22.22.0', true, false, null],
    ['v26.0.0', true, false, null],
    [
      'v22.18.9',
      true,
      false,
      /^This needs Node 22\.22 or newer, and here is v22\.18\.9: .*npm ci.*\.$/,
    ],
    [
      'v20.20.2',
      true,
      false,
      /install scripts are switched off; run "npm ci --ignore-scripts=false"/,
    ],
    ['v20.20.2', true, true, /: start it with npm, as in "npm start"/],
    ['v9.11.2', true, true, /Node 22\.22 or newer/],
    ['v20.20.2', false, false, /^The packages are not installed: run "npm ci" first\.$/],
    ['v24.21.0', false, false, /^The packages are not installed/],
  ])(
    'on Node %s, installed %s, with its own Node %s, says %s',
    (version, installed, pinned, says) => {
      const sentence = problem(version, installed, pinned);
      if (says) expect(sentence).toMatch(says);
      else expect(sentence).toBeNull();
    },
  );

  const launched = (...args: string[]) =>
    new Promise((resolve) => {
      execFile(
        process.execPath,
        [path.join(ROOT, 'scripts/run.cjs'), ...args],
        (error, stdout, stderr) =>
          resolve({ code: error?.code ?? 0, stderr, ...(stdout && { stdout }) }),
      );
    });

  it('hands a command its arguments, its output and its outcome', async () => {
    expect(await launched('admin', 'create', 'nobody')).toEqual({
      code: 1,
      stderr: "'nobody' is no email address.\n",
    });
  });

  interface Ended {
    code: number;
    stdout?: string;
    stderr: string;
  }

  it.each(COMMANDS)('shows the help of %s on one screen, and runs nothing', async (name) => {
    const { code, stdout = '', stderr } = (await launched(name, '--help')) as Ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^(?:npm (?:run )?|node scripts\/run\.cjs )[a-z]/);
    expect(stdout).toContain('--help');
    const lines = stdout.split('\n');
    expect(lines.length).toBeLessThan(24);
    for (const line of lines) expect(line.length).toBeLessThan(120);
  });

  const refuses = async (name: string) => {
    const { code, stdout, stderr } = (await launched(name, '--nonsense')) as Ended;
    expect({ code, stdout }).toEqual({ code: 2, stdout: undefined });
    expect(stderr).toMatch(/^There is no [^\n]*--nonsense[^\n]* --help" shows what there is\.\n$/);
  };
  const refusal = 'refuses an option that %s does not know';
  it.each(['start', 'restore'])(refusal, refuses);
  it.each(COMMANDS.filter((name) => name !== 'start' && name !== 'restore'))(
    refusal,
    { tags: 'long' },
    refuses,
  );

  it('has every command that a text of the project names', () => {
    const files = globSync(
      [
        '*.md',
        'docs/**/*.md',
        '.ci/run',
        '.github/workflows/*',
        '{scripts,src,supabase,tests}/**/*.{ts,tsx,cjs,astro,md,css,sql}',
      ],
      { cwd: ROOT },
    );
    expect(files.length).toBeGreaterThan(500);
    const wrong = files.flatMap((file) => {
      const text = read(file);
      const npm = [...text.matchAll(/npm run ([a-z][a-z:]*)/g)].filter(
        ([, name = '']) => !(name in project.scripts),
      );
      const plain = [...text.matchAll(/run\.cjs'?,? '?([a-z][a-z-]*)/g)].filter(
        ([, name = '']) => !COMMANDS.includes(name),
      );
      return [...npm, ...plain].map(([command]) => `${file}: ${command}`);
    });
    expect(wrong).toEqual([]);
  });
});

describe('the versions of Node', () => {
  const packages = Object.entries<{ engines?: unknown; os?: string[] }>(
    JSON.parse(read('package-lock.json')).packages,
  ).filter(([folder]) => folder);

  it('that the README names are those that npm takes without a warning', () => {
    const [, named = ''] = /Needs Node (\d+) or newer with npm/.exec(read('README.md')) ?? [];
    expect(project.engines.node).toBe(`>=${named}`);
    // The lock file says nothing of other packages: npm would compare it with its own Node, which runs none of them.
    const asking = packages.filter(([, { engines }]) => engines).map(([folder]) => folder);
    expect(asking, 'run "node scripts/run.cjs lock"').toEqual([]);
  });

  const alternatives = NODES.split(' || ').map((range) => semver.minVersion(range)?.version ?? '');
  it.each([`${OLDEST.join('.')}.0`, project.dependencies.node, ...alternatives])(
    'that run the product suit every package: %s',
    (version) => {
      expect(problem(`v${version}`, true, false)).toBeNull();
      const installed = packages.filter(
        ([folder, { os }]) => !os && existsSync(path.join(ROOT, folder, 'package.json')),
      );
      expect(installed.length).toBeGreaterThan(400);
      const refused = installed.flatMap(([folder]) => {
        const wants = JSON.parse(read(`${folder}/package.json`)).engines?.node;
        return wants && !semver.satisfies(version, wants) ? `${folder} wants ${wants}` : [];
      });
      expect(refused).toEqual([]);
    },
  );

  it('run the install scripts that packages have, also where npm asks for leave', () => {
    const packages = Object.entries<{ hasInstallScript?: boolean; optional?: boolean }>(
      JSON.parse(read('package-lock.json')).packages,
    );
    const named = Object.keys(project.optionalDependencies);
    const scripts = packages
      .map(([folder, about]) => ({ ...about, name: folder.replace(/^.*node_modules\//, '') }))
      .filter(({ name, optional }) => !optional || named.includes(name))
      .filter(({ hasInstallScript }) => hasInstallScript);
    expect(scripts.map(({ name }) => name).toSorted()).toEqual(
      Object.keys(project.allowScripts).toSorted(),
    );
  });
});
