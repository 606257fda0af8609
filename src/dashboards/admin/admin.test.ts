import { describe, expect, it } from 'vitest';
import { auditDetail, auditName, auditPath, auditText } from './admin.ts';

describe('audit entries read as sentences', () => {
  it.each([
    ['artist.featured', 'Artist featured'],
    ['lead.status_set', 'Lead status set'],
    ['city', 'City'],
    ['agreement.countersign', 'Agreement'],
  ])('%s', (action, label) => expect(auditName(action)).toBe(label));

  it.each([
    [{}, ''],
    [{ name: 'Ana', to: true }, 'Ana, on'],
    [{ name: 'Ana', to: false }, 'Ana, off'],
    [{ to: 'admin', from: 'client' }, 'client → admin'],
    [{ artists: ['a', 'b'], note: null }, 'artists: 2'],
    [{ reason: 'honeypot', count: 3 }, 'reason: honeypot, count: 3'],
    [
      { by: 'client', to: 'in_force', artist: '6f1f5d9a-7c1e-4a7e-9f52-0d5b8f8b1a11' },
      'by the client: in force',
    ],
  ])('%j reads %s', (detail, text) => expect(auditDetail(detail)).toBe(text));
});

it('reads a move of a lead as its two sides do, and leads to what it is about', () => {
  const moved = (event: string, by: string, from: string, to: string) =>
    auditText({ action: 'lead.moved', detail: { event, by, from, to, artist: 'x' } });
  expect(moved('complete', 'client', 'completed', 'completed')).toBe(
    'The client agreed the wall is painted',
  );
  expect(moved('propose', 'artist', 'talking', 'proposed')).toBe('The artist has made a proposal');
  expect(moved('pass', 'system', 'seen', 'passed')).toBe('The client has chosen another artist');
  expect(auditText({ action: 'agreement.sign', detail: { by: 'client', to: 'in_force' } })).toBe(
    'The client signed the agreement',
  );
  expect(moved('vanish', 'client', 'seen', 'gone')).toContain('event: vanish');
  expect(auditPath({ action: 'lead.moved', subject: 'a' })).toBe('/dashboard/admin/leads?lead=a');
  expect(auditPath({ action: 'role.granted', subject: 'a' })).toMatch(/users\?person=a$/);
  expect(auditPath({ action: 'lead.deleted', subject: 'a' })).toBeNull();
});
