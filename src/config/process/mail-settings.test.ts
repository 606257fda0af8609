import { describe, expect, it } from 'vitest';
import { readMailSettings } from './mail-settings.ts';

describe('the settings of mail', () => {
  it('are none by default', () => {
    expect(readMailSettings({})).toEqual({
      smtpUrl: null,
      from: { name: 'Muro', address: 'no-reply@muro.invalid' },
    });
    expect(readMailSettings({ SMTP_URL: '', MAIL_FROM: '' }).smtpUrl).toBeNull();
  });

  it.each([
    ['hello@example.com', 'Muro', 'hello@example.com'],
    ['Walls & Co <hello@example.com>', 'Walls & Co', 'hello@example.com'],
    ['"Walls, Inc." <hello@example.com>', 'Walls, Inc.', 'hello@example.com'],
    [' <hello@example.com>', 'Muro', 'hello@example.com'],
  ])('take the sender %s', (text, name, address) => {
    const env = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: text };
    expect(readMailSettings(env)).toEqual({ smtpUrl: env.SMTP_URL, from: { name, address } });
  });

  it.each([
    'nobody',
    'a@b',
    'A <a@example.com> B',
    'a@example.com, b@example.com',
    '<>',
    'A\n<a@example.com>',
  ])('refuse the sender %j by name', (text) => {
    expect(() => readMailSettings({ MAIL_FROM: text })).toThrow(/^MAIL_FROM must be an address/);
  });

  it.each(['mail.example.net:587', 'http://mail.example.net', 'smtp://?', 'smtp://u:p#w@host'])(
    'refuse the server %s, and do not repeat it',
    (text) => {
      const read = () => readMailSettings({ SMTP_URL: text, MAIL_FROM: 'a@example.com' });
      expect(read).toThrow(/^SMTP_URL must look like/);
      expect(read).not.toThrow(text);
    },
  );

  it('need a sender with a server', () => {
    expect(() => readMailSettings({ SMTP_URL: 'smtp://host' })).toThrow(
      /^SMTP_URL is set, but MAIL_FROM is not/,
    );
  });
});
