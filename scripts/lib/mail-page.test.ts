import { describe, expect, it } from 'vitest';
import { mailPage } from './mail-page.ts';

const mail = (subject: string, text: string, to = 'ada@example.com') => ({
  to,
  subject,
  text,
  html: '<b>not shown</b>',
  links: [],
  messageId: '',
});

describe('development mail page', () => {
  it('shows the newest mail first', () => {
    const page = mailPage([mail('Older', 'one'), mail('Newer', 'two')]);
    expect(page.indexOf('Newer')).toBeGreaterThan(0);
    expect(page.indexOf('Newer')).toBeLessThan(page.indexOf('Older'));
    expect(page).not.toContain('not shown');
  });

  it('makes addresses clickable and leaves the text around them', () => {
    const url = 'http://127.0.0.1:4321/auth/v1/verify?token=a1&type=recovery';
    const page = mailPage([mail('Reset', `Follow ${url}\nwithin an hour`)]);
    const escaped = url.replace('&', '&amp;');
    expect(page).toContain(`Follow <a href="${escaped}">${escaped}</a>\nwithin an hour`);
  });

  it('escapes what people wrote, in every place and inside links', () => {
    const evil = `<img src=x onerror=alert(1)> "&' http://x.example/"onmouseover=1 javascript:alert(1)`;
    const page = mailPage([mail(evil, evil, `${evil}@example.com`)]);
    expect(page).not.toContain('<img');
    expect(page.match(/&lt;img src=x onerror=alert\(1\)&gt; &quot;&amp;&#39;/g)).toHaveLength(3);
    expect(page).toContain('<a href="http://x.example/">http://x.example/</a>&quot;onmouseover');
    expect(page).not.toContain('href="javascript:');
  });

  it('says where a first mail comes from, and keeps search engines out', () => {
    const page = mailPage([]);
    expect(page).toContain('No mail yet');
    expect(page).toContain('<meta name="robots" content="noindex">');
  });
});
