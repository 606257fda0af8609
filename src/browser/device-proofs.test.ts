import { beforeEach, expect, it, vi } from 'vitest';
import { memoryStorage } from './browser-storage.ts';
import { keepDeviceProof, moveDeviceProof, provenToken } from './device-proofs.ts';

beforeEach(() => vi.stubGlobal('localStorage', memoryStorage()));

it('stands behind the token that it proves, also once that was replaced', () => {
  expect(provenToken('one')).toBe('one');
  keepDeviceProof('one', 'secret');
  expect([provenToken('one'), provenToken('two')]).toEqual(['one.secret', 'two']);
  moveDeviceProof('one', 'two');
  expect([provenToken('one'), provenToken('two')]).toEqual(['one', 'two.secret']);
});

it('is none where what is kept is not as it was written', () => {
  for (const kept of ['null', '{', '[]', '"x"']) {
    localStorage.setItem('mural-proofs', kept);
    expect(provenToken('one')).toBe('one');
  }
});
