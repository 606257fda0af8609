// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is code to be translated.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { translated, withLabels } from './translate.ts';

const WORDS = {
  Hello: 'Hola',
  'Hello {0}, you have {1}': 'Tienes {1}, {0}',
  'Ask {0} or {1}.': 'Pregunta a {1} o a {0}.',
  'It’s <here> & {there}': 'Está <aquí> & {allá}',
  'wall|walls': 'pared|paredes',
  'Say “{0}”\nand go': 'Di “{0}”\ny vete',
  event: null,
};
const said = (code: string, path = 'src/one.tsx') => translated(path, code, WORDS);

describe('translated', () => {
  it.each([
    ['a text alone', '<p>\n  Hello\n</p>', '<p>\n  Hola\n</p>'],
    ['a shown attribute', '<p title="Hello" class="Hello" />', '<p title="Hola" class="Hello" />'],
    [
      'any prop that reads like a label',
      '<Row refused="Hello" grid="Hello" />',
      '<Row refused="Hola" grid="Hello" />',
    ],
    ['a string with its spaces', "x(' Hello ')", 'x(" Hola ")'],
    [
      'values that move',
      'x(`Hello ${a}, you have ${b(`Hello`)} `)',
      'x(`Tienes ${b(`Hola`)}, ${a} `)',
    ],
    [
      'elements that move',
      '<p>Ask <b>Hello</b> or {it}.</p>',
      '<p>Pregunta a {it} o a <b>Hola</b>.</p>',
    ],
    [
      'a sentence over two lines',
      "<p>\n  Ask <b>x</b>\n  {' '}or {it}.\n</p>",
      '<p>\n  Pregunta a {it} o a <b>x</b>.\n</p>',
    ],
    ['line breaks in a string', 'x(`Say “${a}”\nand go`)', 'x(`Di “${a}”\ny vete`)'],
    ['a noun', "plural(n('Hello'), 'wall')", 'plural(n("Hola"), "pared", "paredes")'],
    ['a noun with its plural', "plural(n, 'wall', 'walls')", 'plural(n, "pared", "paredes")'],
  ])('replaces %s', (_, code, expected) => expect(said(code)).toBe(expected));

  it('writes signs of the language as text', () => {
    const code = "<p>It’s {'<'}here</p>";
    expect(said(code)).toBe(null);
    expect(translated('a.tsx', '<p>Hello</p>', { Hello: 'a < b & {c}' })).toBe(
      "<p>a &#60; b &#38; {'{'}c{'}'}</p>",
    );
  });

  it.each([
    ['a comparison', "x === 'Hello'"],
    ['a case', "switch (x) { case 'Hello': y(); }"],
    ['a name of a property', "x({ 'Hello': 1 })"],
    ['a type', "let x: 'Hello' = y"],
    ['an import', "import x from 'Hello'"],
    ['an attribute of an element', '<input name="Hello" />'],
    ['what no person reads', "on('event')"],
  ])('leaves %s', (_, code) => expect(said(code, 'src/one.tsx')).toBe(null));

  it('reads both halves of an Astro file, after characters of several bytes', () => {
    const page = "---\nconst a = 'Hello’é🎨' + 'Hello';\n---\n<p>’🎨 {a}</p>\n<p>Hello</p>\n";
    expect(said(page, 'src/one.astro')).toBe(
      '---\nconst a = \'Hello’é🎨\' + "Hola";\n---\n<p>’🎨 {a}</p>\n<p>Hola</p>\n',
    );
  });
});

it('gives the table of choices the labels of a language', () => {
  const options = readFileSync('src/lib/options.ts', 'utf8');
  expect(withLabels(options, { brick: 'Ladrillo' })).toContain('([["brick","Ladrillo"],');
  expect(() => withLabels('const LABELS = {};', {})).toThrow('has no');
});
