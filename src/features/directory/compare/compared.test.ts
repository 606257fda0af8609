import { describe, expect, it } from 'vitest';
import { namesInLine, readCompared } from './compared.ts';

describe('who is compared', () => {
  it.each([
    [null, [], false],
    ['', [], false],
    [' , ,', [], false],
    ['ana-luz', ['ana-luz'], false],
    ['Ana-Luz, ben-ray,ana-luz,', ['ana-luz', 'ben-ray'], false],
    ['a,b,c,d', ['a', 'b', 'c', 'd'], false],
    ['a,b,a,c,d,d', ['a', 'b', 'c', 'd'], false],
    ['d,c,b,a,e', ['d', 'c', 'b', 'a'], true],
    [`${'x'.repeat(201)},a`, ['a'], false],
  ])('%j names %j', (list, slugs, cut) => {
    expect(readCompared(list)).toEqual({ slugs, cut });
  });
});

it.each([
  [[], ''],
  [['Ana'], 'Ana'],
  [['Ana', 'Ben'], 'Ana and Ben'],
  [['Ana', 'Ben', 'Cleo'], 'Ana, Ben and Cleo'],
])('%j in a sentence', (names, line) => {
  expect(namesInLine(names)).toBe(line);
});
