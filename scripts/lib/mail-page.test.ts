import { describe, expect, it } from 'vitest';
import { listPage, mailPage } from './mail-page.ts';

const mail = (subject: string, text: string, to = 'ada@example.com') => ({
  to,
  subject,
  text,
  html: '<!doctype html><html><head></head><body><b>As HTML</b></body></html>',
  links: [],
  messageId: '',
  at: new Date('2026-11-23T08:09:10Z'),
  href: '/dev/mail/one.eml',
});

describe('development mailbox', () => {
  it('lists subject, recipient and time of each mail, with its address', () => {
    const page = listPage([mail('Newer', 'two'), mail('Older', 'one')], 3);
    expect(page).toContain('<a href="/dev/mail/one.eml">Newer</a>');
    expect(page.indexOf('Newer')).toBeLessThan(page.indexOf('Older'));
    expect(page).toContain('2026-11-23 08:09:10 UTC');
    expect(page).toContain('1 older ones');
    expect(page).not.toContain('As HTML');
  });

  it('shows a mail in a frame that runs nothing, whose links open beside it', () => {
    const page = mailPage(mail('Hello', 'As text'), '/dev/mail');
    expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(page).toContain('&lt;head&gt;&lt;base target=&quot;_blank&quot;&gt;');
    expect(page).toContain('&lt;b&gt;As HTML&lt;/b&gt;');
    expect(page).toContain('As text');
  });

  it('makes addresses in a text clickable and leaves what is around them', () => {
    const url = 'http://127.0.0.1:4321/auth/v1/verify?token=a1&type=recovery';
    const page = mailPage(mail('Reset', `Follow ${url}\nwithin an hour`), '/dev/mail');
    const escaped = url.replace('&', '&amp;');
    expect(page).toContain(`Follow <a href="${escaped}">${escaped}</a>\nwithin an hour`);
  });

  it('escapes what people wrote, in every place and inside links', () => {
    const evil = `<img src=x onerror=alert(1)> "&' http://x.example/"onmouseover=1 javascript:alert(1)`;
    const evilMail = { ...mail(evil, evil, `${evil}@example.com`), html: evil };
    for (const page of [listPage([evilMail], 1), mailPage(evilMail, '/dev/mail')]) {
      expect(page).not.toContain('<img');
      expect(page).toContain('&lt;img src=x onerror=alert(1)&gt; &quot;&amp;&#39;');
      expect(page).not.toContain('href="javascript:');
    }
    expect(mailPage(evilMail, '/dev/mail')).toContain(
      '<a href="http://x.example/">http://x.example/</a>&quot;onmouseover',
    );
  });

  it('says where a first mail comes from, and keeps search engines out', () => {
    const page = listPage([], 0);
    expect(page).toContain('No mail yet');
    expect(page).toContain('<meta name="robots" content="noindex">');
  });
});
