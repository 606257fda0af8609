import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { type RenderedMail, renderMail } from '#mail/delivery/render.ts';
import { SAMPLES } from '#tests/support/cases/mail-samples.ts';
import { dictionaryOf } from '#translation/plugin.ts';

/** For admins, who read English. */
const ADMIN =
  /^(claim_waiting|conversation_reported|lead_held|lead_released|paper_sent|picture_reported|request_unmatched)$/;
const ORIGIN = 'https://muro.example';

let spanish: [kind: string, mail: RenderedMail][];
beforeAll(async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['tests/support/mails-in.ts', 'es'],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  spanish = JSON.parse(stdout);
}, 120_000);

/** Pieces of English sentences, long enough that nobody writes them by chance. */
const ENGLISH = Object.entries(dictionaryOf('es'))
  .filter(([key, said]) => said !== null && said !== key)
  .flatMap(([key, said]) => key.split(/\{\d+\}/).map((piece) => ({ piece: piece.trim(), said })))
  .filter(({ piece, said }) => piece.split(' ').length > 2 && !said?.includes(piece))
  .map(({ piece }) => piece);

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\p{L}{2}/u.test(line) && !line.startsWith('>') && !line.includes('://'));

test('every email to people is Spanish, their own words aside', () => {
  const left = SAMPLES.flatMap(([kind, data], n) => {
    if (ADMIN.test(kind)) return [];
    const english = renderMail(kind, data, { origin: ORIGIN, unsubscribeToken: 'token' });
    const [, mail] = spanish[n] ?? ['', english];
    const own = JSON.stringify(data).replaceAll('\\n', ' ');
    const written = (line: string) =>
      line
        .split(/^- |[:(),$]\s*/)
        .every((piece) => own.includes(piece.trim()) || !/\p{L}/u.test(piece));
    const all = [mail.subject, ...lines(mail.text)];
    const same = all.filter(
      (line) => [english.subject, ...lines(english.text)].includes(line) && !written(line),
    );
    // A signed text is quoted in both languages.
    const pieces = ENGLISH.filter((piece) => all.join('\n').includes(piece) && !written(piece));
    return [...same, ...pieces].map((line) => `${kind}: ${line}`);
  });
  expect(left).toEqual([]);
});

test('what both signed is in it in both languages, and says which text counts', () => {
  const signed = spanish.filter(([kind]) => kind.endsWith('_agreement_in_force'));
  expect(
    signed.map(([, { text }]) => /Vale el texto en (inglés|español)\.$/m.exec(text)?.[1]),
  ).toEqual(['inglés', 'español', 'inglés']);
  for (const [, { text, html }] of signed) {
    expect(text).toContain('The client pays the artist $4,200:');
    expect(text).toContain('El cliente le paga al artista $4,200:');
    expect(html).toMatch(/<p lang="en"[^>]*>Price</);
    expect(html).not.toContain('lang="en">Precio');
  }
});

test('its page says which language it is in, and its links lead to Spanish pages', () => {
  for (const [kind, { text, html, headers }] of spanish) {
    expect(html, kind).toContain('<html lang="es"');
    const links = [...`${text}\n${html}`.matchAll(/https:\/\/muro\.example[^\s"<)]*/g)];
    for (const [link] of links) expect(link, kind).toMatch(/^https:\/\/muro\.example\/es([/#?]|$)/);
    expect(headers['List-Unsubscribe']).toBe(`<${ORIGIN}/unsubscribe/token>`);
  }
});
