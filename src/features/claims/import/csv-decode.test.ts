import { expect, it } from 'vitest';
import { decodeCsv } from './csv-decode.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const bytes = (...parts: (string | number)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...utf8(part)])));
const NAMES = 'name,city\r\nBegoña Ibáñez,Alpine\r\nSeán O’Brien,Marfa\r\n';

/** As a program of that age saves it: each letter by its byte. */
function saved(text: string, letters: Record<string, number>): Uint8Array {
  return Uint8Array.from([...text], (letter) => letters[letter] ?? letter.charCodeAt(0));
}
const WINDOWS = {
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '–': 0x96,
  ñ: 0xf1,
  á: 0xe1,
  é: 0xe9,
  É: 0xc9,
  í: 0xed,
  ü: 0xfc,
  Ñ: 0xd1,
};
const DOS = {
  ñ: 0xa4,
  á: 0xa0,
  é: 0x82,
  í: 0xa1,
  ó: 0xa2,
  ú: 0xa3,
  Ñ: 0xa5,
  ü: 0x81,
  É: 0x90,
  Á: 0xb5,
  ö: 0x94,
};
const MAC = {
  ñ: 0x96,
  á: 0x87,
  é: 0x8e,
  í: 0x92,
  ó: 0x97,
  ú: 0x9c,
  Ñ: 0x84,
  ü: 0x9f,
  É: 0x83,
  '’': 0xd5,
  '“': 0xd2,
  '”': 0xd3,
};

it.each([
  [NAMES, WINDOWS, 'Windows-1252'],
  ['name\nCafé Élan,“big” walls – and Ana’s,ÑANDÚ'.replace('Ú', 'U'), WINDOWS, 'Windows-1252'],
  ['Peña', DOS, 'MS-DOS 850'],
  ['name,bio\nBegoña Ibáñez,Pinta música\nJosé Ángel Müller,ÑAÑEZ', DOS, 'MS-DOS 850'],
  ['García', MAC, 'Mac Roman'],
  ['name\nBegoña Ibáñez\nSeán O’Brien,“Café”,García, Müller', MAC, 'Mac Roman'],
])('%j case %#', (text, letters, encoding) => {
  expect(decodeCsv(saved(text, letters))).toEqual({ text, encoding, mixed: false });
});

it('leaves what is UTF-8 as it is beside one byte that is not', () => {
  const file = bytes('Begoña,Nguyễn Văn Ảnh\nPlain,caf', 0xe9, ' walls\n');
  const text = 'Begoña,Nguyễn Văn Ảnh\nPlain,café walls\n';
  expect(decodeCsv(file)).toEqual({ text, encoding: 'Windows-1252', mixed: true });
  expect(decodeCsv(bytes('Begoña,Pe', 0xa4, 'a'))).toMatchObject({
    text: 'Begoña,Peña',
    mixed: true,
  });
});

it.each([
  [false, false],
  [false, true],
  [true, false],
  [true, true],
])('UTF-16, big end first %j, marked %j', (big, marked) => {
  const units = [...(marked ? [0xfeff] : []), ...Array.from(NAMES, (one) => one.charCodeAt(0))];
  const view = new DataView(new ArrayBuffer(units.length * 2));
  units.forEach((unit, at) => {
    view.setUint16(at * 2, unit, !big);
  });
  const file = new Uint8Array(view.buffer);
  expect(decodeCsv(file)).toEqual({ text: NAMES, encoding: 'UTF-16', mixed: false });
  // One zero was lost at the end.
  expect(decodeCsv(file.subarray(0, -1)).text).toBe(NAMES.slice(0, -1));
});

it('is UTF-8 otherwise, with or without its mark, and with a zero in it', () => {
  expect(decodeCsv(utf8(NAMES)).text).toBe(NAMES);
  expect(decodeCsv(utf8(`\ufeff${NAMES}`))).toMatchObject({
    encoding: 'UTF-8',
    text: `\ufeff${NAMES}`,
  });
  expect(decodeCsv(utf8('name\nB\0')).text).toBe('name\nB\0');
  expect(decodeCsv(new Uint8Array()).text).toBe('');
});
