import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { fill, renderMail, SUBJECTS, type Template } from './mail-templates.ts';

const FOLDER = new URL('../../templates/', import.meta.url);
const CONFIG = new URL('../../config.toml', import.meta.url);
const NAMES = Object.keys(SUBJECTS) as Template[];
const EVIL = `"><img src=x onerror=alert(1)>'&{{ .Token }}\r\nbcc: x@example.com`;
const IF = '{{ if eq .Data.locale `es` }}';
const SPANISH_PATH = `${IF}es/{{ end }}`;
const inBoth = ([english, spanish]: readonly [string, string]) =>
  `${IF}${spanish}{{ else }}${english}{{ end }}`;
const VALUES = {
  SiteURL: 'https://muro.example',
  Email: 'ada@example.com',
  NewEmail: 'lovelace@example.com',
  Token: '123456',
  TokenHash: 'secret-token_1',
  RedirectTo: 'https://muro.example/dashboard/client?a=1&b=2',
};

describe('the mails about accounts', () => {
  it.each(NAMES)('%s says the same in both bodies, with nothing left to fill in', async (name) => {
    const { subject, text, html } = await renderMail(name, VALUES);
    expect(subject).not.toBe('');
    for (const body of [text, html]) {
      expect(body).not.toMatch(/\{\{|\}\}|undefined/);
      expect(body).toContain('https://muro.example');
    }
    expect(text).not.toMatch(/<|&amp;|style=/);
    const file = await readFile(new URL(`${name}.html`, FOLDER), 'utf8');
    for (const value of ['Token', 'Email', 'NewEmail'] as const)
      if (file.includes(`{{ .${value} }}`)) expect(text).toContain(VALUES[value]);
  });

  it.each(NAMES)('%s makes no markup of a value, and no header', async (name) => {
    const evil = { Email: EVIL, NewEmail: EVIL, Token: EVIL, TokenHash: EVIL, RedirectTo: EVIL };
    const { subject, text, html } = await renderMail(name, { ...VALUES, ...evil });
    expect(html).not.toContain('<img');
    for (const [, href] of html.matchAll(/href="([^"]*)"/g))
      expect(href).toMatch(
        /^https:\/\/muro\.example\/auth(\?mode=(code|recovery))?[\w#&;=%.~*()!-]*$/,
      );
    expect(subject).toBe(SUBJECTS[name][0]);
    expect(text).not.toContain('\r');
    expect(text.split('\n').filter((line) => line.startsWith('bcc'))).toEqual([]);
  });

  it.each(NAMES)('%s is the same email in Spanish', async (name) => {
    const english = await renderMail(name, VALUES);
    const spanish = await renderMail(name, { ...VALUES, Data: { locale: 'es' } });
    expect(spanish.subject).toBe(SUBJECTS[name][1]);
    expect(spanish.html).toContain('<html lang="es">');
    for (const body of [spanish.text, spanish.html]) expect(body).not.toMatch(/\{\{|\}\}/);
    const links = ({ html }: { html: string }) =>
      [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    const moved = links(english).map((href) => href?.replace('.example/auth', '.example/es/auth'));
    expect(links(spanish)).toEqual(moved);
    const lines = ({ text }: { text: string }) =>
      text.split('\n').filter((line) => /\p{L}/u.test(line));
    expect(lines(spanish)).toHaveLength(lines(english).length);
    expect(lines(spanish).filter((line) => lines(english).includes(line))).toEqual([]);
    const odd = { ...VALUES, Data: { locale: 7 } };
    expect(await renderMail(name, odd)).toEqual(english);
  });

  it.each(NAMES)('%s pads its button in Outlook too, which pads no links', async (name) => {
    const { html } = await renderMail(name, VALUES);
    const cells = [...html.matchAll(/<td style="[^"]*mso-padding-alt: ([\d px]+)">(<a [^>]*>)/g)];
    for (const [, padding, link] of cells) expect(link).toContain(`padding: ${padding}`);
    expect(cells).toHaveLength([...html.matchAll(/display: inline-block/g)].length);
  });

  it('is a link with the token behind the hash, where no log sees it', async () => {
    const { text, html } = await renderMail('recovery', VALUES);
    const link =
      'https://muro.example/auth#token_hash=secret-token_1&type=recovery&redirect_to=https%3A%2F%2Fmuro.example%2Fdashboard%2Fclient%3Fa%3D1%26b%3D2';
    expect(text).toContain(`Choose a new password: ${link}\n`);
    expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
  });
});

it('a value is escaped for where it stands', () => {
  const template = '<p>{{ .Email }}</p><a href="{{ .SiteURL }}/x#{{ .TokenHash }}">go</a>';
  const { html, text } = fill(template, { SiteURL: 'https://a.b', Email: '<&>', TokenHash: '"&#' });
  expect(html).toBe('<p>&lt;&amp;&gt;</p><a href="https://a.b/x#%22%26%23">go</a>');
  expect(text).toBe('<&>\n\ngo: https://a.b/x#%22%26%23\n');
});

describe('the templates of a hosted project', () => {
  it('are the same files with the same subjects, one for every kind of mail', async () => {
    const config = await readFile(CONFIG, 'utf8');
    const sections = config.matchAll(
      /\[auth\.email\.(template|notification)\.(\w+)\]\n(?:enabled = true\n)?subject = '(.*)'\ncontent_path = "\.\/supabase\/templates\/(\w+)\.html"/g,
    );
    const found = [...sections].map(([, , kind, subject, file]) => ({ kind, subject, file }));
    expect(found.map(({ kind }) => kind).sort()).toEqual([
      'confirmation',
      'email_change',
      'email_changed',
      'invite',
      'magic_link',
      'reauthentication',
      'recovery',
    ]);
    const files = (await readdir(FOLDER)).map((name) => name.replace('.html', ''));
    for (const { kind, subject, file } of found) {
      expect(files).toContain(file);
      expect(kind).toBe(file);
      const known = SUBJECTS[kind as Template];
      if (known) expect(subject).toBe(inBoth(known));
    }
  });

  it('have no link that is spent by being opened', async () => {
    for (const name of await readdir(FOLDER)) {
      const file = await readFile(new URL(name, FOLDER), 'utf8');
      expect(file).not.toContain('ConfirmationURL');
      for (const [, href] of file.replaceAll(SPANISH_PATH, '').matchAll(/href="([^"]*)"/g)) {
        expect(href).toMatch(/^\{\{ \.SiteURL \}\}\/auth(#|\?mode=|$)/);
        if (href?.includes('Token')) expect(href.indexOf('#')).toBeLessThan(href.indexOf('Token'));
      }
    }
  });
});
