import { expect, it } from 'vitest';
import { saidOfMail } from './mail-outcome.ts';

it('says that an email was sent only where it was', () => {
  const said = (state: 'sent' | 'later' | 'not', at?: string) => saidOfMail({ state, at }, 'Sent');
  expect(said('sent')).toBe('Sent');
  expect(said('later', '2026-11-29T15:00:00')).toBe('The email leaves on Nov 29, 3:00 PM.');
  expect(said('later')).toContain('as soon as we can');
  expect(said('not', '2026-11-29T15:00:00')).toMatch(/^No email sent: .* on Nov 29, 3:00 PM\.$/);
  expect(said('not')).toContain('Open the link in one of them first');
});
