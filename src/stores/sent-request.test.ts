import { beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from './browser-storage.ts';
import { leaveReceivers, SENT_KEY, takeReceivers } from './sent-request.ts';

const ANA = { name: '🎨 Ana', slug: 'ana' };

describe('who has the request', () => {
  beforeEach(() => vi.stubGlobal('sessionStorage', memoryStorage()));

  it('is told once, and nothing else of an artist is kept', () => {
    leaveReceivers([{ ...ANA, email: 'ana@example.com' } as typeof ANA]);
    expect(sessionStorage.getItem(SENT_KEY)).not.toContain('example.com');
    expect(takeReceivers()).toEqual([ANA]);
    expect(takeReceivers()).toBeNull();
  });

  it('may be nobody, which is not the same as no request', () => {
    expect(takeReceivers()).toBeNull();
    leaveReceivers([]);
    expect(takeReceivers()).toEqual([]);
  });

  it.each(['{', '{}', '[1]', '[{"name":1,"slug":"a"}]'])('is not read from %s', (text) => {
    sessionStorage.setItem(SENT_KEY, text);
    expect(takeReceivers()).toBeNull();
    expect(sessionStorage.getItem(SENT_KEY)).toBeNull();
  });

  it('is not needed: a browser that refuses storage goes on', () => {
    vi.stubGlobal('sessionStorage', undefined);
    leaveReceivers([ANA]);
    expect(takeReceivers()).toBeNull();
  });
});
