import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paths } from '#config/paths.ts';
import { SAMPLE_LEAD, SAMPLES } from '#tests/support/cases/mail-samples.ts';
import { effort } from '#tests/support/effort.ts';
import { asOneLine, lines } from '../document.ts';
import { PALETTE } from './palette.ts';
import { renderMail } from './render.ts';
import { TEMPLATES } from './templates.ts';

const ORIGIN = 'https://muro.example';
const render = (kind: string, data: unknown) => renderMail(kind, data, { origin: ORIGIN });

describe('every kind of mail', () => {
  it('has a sample', () => {
    expect([...new Set(SAMPLES.map(([kind]) => kind))].sort()).toEqual(
      Object.keys(TEMPLATES).sort(),
    );
  });

  it.each(SAMPLES)('%s says the same in both bodies, with one button', (kind, data) => {
    const { subject, text, html } = render(kind, data);
    for (const body of [subject, text, html])
      expect(body).not.toMatch(/undefined|null|\[object|NaN/);
    expect(subject.length).toBeGreaterThan(15);
    const buttons = [...html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a><\/td><\/tr><\/table>/g)];
    expect(buttons).toHaveLength(1);
    const [, href = '', label] = buttons[0] ?? [];
    expect(href.startsWith(`${ORIGIN}/`)).toBe(true);
    expect(text).toContain(`${label}:\n${href.replaceAll('&amp;', '&')}\n`);
    const [, heading] = /<h1[^>]*>(.*?)<\/h1>/.exec(html) ?? [];
    expect(text.startsWith(`${heading}\n`)).toBe(true);
    expect(html).not.toMatch(/<(img|script|link|iframe|object)|src=|url\(/i);
    expect(html.match(/display:none[^>]*>([^&]+)/)?.[1]?.length).toBeGreaterThan(10);
  });

  it('shows facts that are there, and none that are not', () => {
    const { text } = render('lead_received', { lead: { ...SAMPLE_LEAD, mural_size: null } });
    expect(text).toContain('Budget: $5,000–$10,000\n');
    expect(text).not.toContain('Size');
  });

  it('quotes what somebody wrote, line by line', () => {
    const { text } = render('lead_received', { lead: SAMPLE_LEAD });
    expect(text).toContain('> \n> The stucco was painted two years ago.');
  });

  it('leaves what was typed freely out of what a stranger may get', () => {
    for (const [kind, data] of SAMPLES.filter(([kind]) => kind.startsWith('request_'))) {
      // Those are for admins and artists.
      if (/unmatched|line_added|withdrawn/.test(kind)) continue;
      const { subject, text, html } = render(kind, data);
      expect(subject + text + html).not.toMatch(/New Braunfels|patio|20 x 8/);
    }
  });

  it('leads accounts to their own request, and says in the subject what happened', () => {
    const lead = { ...SAMPLE_LEAD, account: true };
    const { text } = render('request_link', { lead, artists: [], offers: 0 });
    expect(text).toContain(`Open Your Request:\n${ORIGIN}${paths.ownRequest(lead.id)}\n`);
    const plain = { plain: true, link: '/request#t0ken', lead: { kind: 'quote', account: false } };
    expect(render('request_link', plain).subject).toBe('The link to your mural request');
    expect(render('request_message', plain).subject).toBe('An artist answered your mural request');
  });

  it('names the murals that the client likes where the form has no word for their style', () => {
    const lead = { ...SAMPLE_LEAD, style_preference: 'other', liked: ['Domingo', 'La Troca'] };
    expect(render('lead_received', { lead }).text).toContain('Style: Like Domingo, La Troca');
    const none = { ...lead, liked: [] };
    expect(render('lead_received', { lead: none }).text).toContain('Style: Other');
  });

  it('has the link of the request in every email to a client', () => {
    const toClients = SAMPLES.filter(
      ([kind]) => kind.startsWith('request_') && !/unmatched|line_added|withdrawn/.test(kind),
    );
    expect(toClients.length).toBeGreaterThan(8);
    for (const [kind, data] of toClients) {
      const { text, html } = render(kind, { ...data, link: '/request#token' });
      for (const body of [text, html]) expect(body, kind).toContain(`${ORIGIN}/request#token`);
    }
  });

  it('pads its button in Outlook too, which pads no links', () => {
    const { html } = render('artist_welcome', {});
    const [, cell, link] =
      /mso-padding-alt:([\d px]+)"><a [^>]*padding:([\d px]+);/.exec(html) ?? [];
    expect([cell, link]).toEqual(['14px 26px', '14px 26px']);
  });

  it('leads guests to their request by its link, and never away from the site', () => {
    const [, data] = SAMPLES.find(([, { link }]) => link) ?? ['', {}];
    expect(render('request_confirmed', data).text).toContain(`${ORIGIN}/request#token`);
    const away = render('request_confirmed', { ...data, link: '//evil.example' });
    expect(away.text + away.html).not.toContain('evil.example');
  });

  it('has a quiet way out through the link, for who did not ask', () => {
    const [, data] = SAMPLES.find(([, { link }]) => link) ?? ['', {}];
    for (const kind of ['request_confirmed', 'request_link']) {
      const { text, html } = render(kind, data);
      expect(text).toContain(`I didn’t send this: ${ORIGIN}/request#token&not-me\n`);
      expect(html).toMatch(/href="[^"]*\/request#token&amp;not-me"[^>]*>I didn’t send this<\/a>/);
    }
    const { text } = render('request_confirmed', { ...data, link: undefined });
    expect(text).toContain('If that wasn’t you, ignore this email');
    expect(text).not.toContain('not-me');
  });

  it('is refused for an unknown kind and for what does not fit', () => {
    expect(() => render('constructor', {})).toThrow(/no template/);
    expect(() => render('lead_received', {})).toThrow();
  });
});

describe('what ends mails', () => {
  const token = 'tok"><b>\r\nBcc: x@example.com';

  it('is one click, where they can be ended', () => {
    const { headers, html, text } = renderMail(
      'lead_received',
      { lead: SAMPLE_LEAD },
      {
        origin: ORIGIN,
        unsubscribeToken: token,
      },
    );
    expect(headers['List-Unsubscribe']).toMatch(
      /^<https:\/\/muro\.example\/unsubscribe\/tok[^<>\s/"]*>$/,
    );
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    expect(html).toContain('Stop emails like this one');
    expect(html).not.toContain('<b>');
    expect(text).toContain('Stop emails like this one: https://muro.example/unsubscribe#tok');
  });

  it('is not there otherwise', () => {
    const { headers, html } = render('artist_welcome', {});
    expect(Object.keys(headers)).toEqual(['Auto-Submitted']);
    expect(html).not.toContain('Stop emails');
  });
});

describe('whatever people type', () => {
  const NASTY = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc.constantFrom(
      'x\r\nBcc: victim@example.com',
      '"><script>alert(1)</script>',
      "' onmouseover='x",
      '<a href="https://evil.example">click</a>',
      '\u202egnp.exe\u2066',
      '\u2028\u2029\u0000\u0085',
      '=?utf-8?q?x?=',
      '{{ .Token }} $1 </style></title>',
    ),
  );
  const kinds = SAMPLES.filter(([, data]) => 'lead' in data);

  it('makes no markup, no line of a header and no change of direction', { tags: 'effort' }, () => {
    fc.assert(
      fc.property(NASTY, NASTY, fc.constantFrom(...kinds), (text, name, [kind, data]) => {
        const evil = {
          ...data,
          lead: {
            ...SAMPLE_LEAD,
            city: text,
            project_description: name,
            mural_size: text,
          },
          artist: { id: 'a1', name, slug: 'x' },
          artists: [{ id: 'a1', name }],
          reason: text,
        };
        const { subject, text: plain, html } = render(kind, evil);
        expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
        expect(subject.length).toBeLessThan(260);
        expect(html).not.toMatch(/<script|onmouseover='|<a href="https:\/\/evil/);
        const tags = [...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag]) => tag);
        const allowed = /^(html|head|meta|title|style|body|div|table|tr|td|th|a|h1|p|br|ul|li)$/;
        expect(tags.filter((tag) => !allowed.test(tag ?? ''))).toEqual([]);
        expect(plain + html).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
        for (const [, href] of html.matchAll(/href="([^"]*)"/g))
          expect(href?.startsWith(ORIGIN)).toBe(true);
      }),
      { numRuns: effort(100) },
    );
  });

  it('keeps its lines where there may be some', () => {
    expect(asOneLine(' a\r\n\tb\u0000c\u202e ')).toBe('a b c');
    expect(lines('a\r\nb\rc\n\n\n\nd\t e\u0007')).toBe('a\nb\nc\n\nd e');
  });
});

it('the colours are those of the site', () => {
  const theme = readFileSync('src/styles/theme.css', 'utf8');
  for (const [name, colours] of Object.entries(PALETTE)) {
    const [, light, dark] =
      new RegExp(`--color-${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(theme) ?? [];
    expect([name, light, dark]).toEqual([name, ...colours]);
  }
});
