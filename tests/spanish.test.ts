import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { LIST_CHIPS } from '#features/artists/list-chips.ts';
import { besideFeet } from '#lib/meters.ts';
import { innerLabel, STYLES, SURFACES, WALL_PLACES, wordFor } from '#lib/options.ts';
import { labelsOf } from '../src/translation/plugin.ts';

/** What an expression over a module of the source is in Spanish: a process of its own has that module. */
async function inSpanish(module: string, expression: string): Promise<unknown> {
  const url = new URL(`../src/${module}`, import.meta.url).href;
  const code = `import { inLanguage } from '#translation/modules.ts';
    const it = await inLanguage(new URL('${url}'), 'es');
    console.log(JSON.stringify(${expression}));`;
  const args = ['--input-type=module', '-e', code];
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
}

it('says meters beside feet in Spanish alone', async () => {
  const said = '[it.besideFeet(20, 10), it.besideFeet(NaN) ?? null]';
  expect(await inSpanish('lib/meters.ts', said)).toEqual(['≈ 6.1 × 3 m', null]);
  expect(besideFeet(20, 10)).toBeUndefined();
});

it('has labels in lower case within a Spanish sentence', async () => {
  const said = "['Abstract', 'ASL'].map((one) => it.innerLabel(it.wordFor(one)))";
  expect(await inSpanish('lib/options.ts', said)).toEqual(['abstracto', 'lengua de señas (ASL)']);
  expect(innerLabel(wordFor('Abstract'))).toBe('Abstract');
});

it('has the sentence that stands for an erased client’s words in Spanish', () => {
  const schema = readFileSync('supabase/schemas/0372_turns.sql', 'utf8');
  const [, sentence = ''] =
    /private\.removed_request\(\)[\s\S]*?select '([^']+)'/.exec(schema) ?? [];
  expect(labelsOf('es')).toHaveProperty([sentence.toLowerCase()]);
});

it('has a Spanish word for every choice, by its name in lower case', () => {
  const labels = labelsOf('es');
  const offered = Object.values(LIST_CHIPS).flatMap(({ suggested }) => suggested);
  const choices = [...STYLES, ...SURFACES, ...WALL_PLACES, ...offered].map((one) =>
    one.toLowerCase(),
  );
  expect(choices.filter((choice) => !Object.hasOwn(labels, choice))).toEqual([]);
  expect(Object.keys(labels).filter((key) => key !== key.toLowerCase())).toEqual([]);
});
