import { describe, expect, it } from 'vitest';
import { isArtistId } from '#features/artists/admin/admin-artist.ts';
import { auditLabel } from '#lib/words.ts';
import { auditDetail } from './admin.ts';

describe('audit entries read as sentences', () => {
  it.each([
    ['artist.featured', 'Artist featured'],
    ['lead.status_set', 'Lead status set'],
    ['city', 'City'],
  ])('%s', (action, label) => expect(auditLabel(action)).toBe(label));

  it.each([
    [{}, ''],
    [{ name: 'Ana', to: true }, 'Ana, on'],
    [{ name: 'Ana', to: false }, 'Ana, off'],
    [{ to: 'admin', from: 'client' }, 'client → admin'],
    [{ artists: ['a', 'b'], note: null }, 'artists: 2'],
    [{ reason: 'honeypot', count: 3 }, 'reason: honeypot, count: 3'],
  ])('%j reads %s', (detail, text) => expect(auditDetail(detail)).toBe(text));
});

describe('isArtistId (section 5)', () => {
  it.each([
    ['6f1f5d9a-7c1e-4a7e-9f52-0d5b8f8b1a11', true],
    ['00000000-0000-0000-0000-000000000001', true],
    ['6f1f5d9a-7c1e-4a7e-9f52-0d5b8f8b1a1', false],
    ['6f1f5d9a-7c1e-4a7e-9f52-0d5b8f8b1a11 ', false],
    ["' or 1=1", false],
    ['', false],
  ])('%j is %s', (id, valid) => expect(isArtistId(id)).toBe(valid));
});
