import { describe, expect, it } from 'vitest';
import { imagesAdded, projectSent, TOASTS } from './toasts.ts';

describe('toasts', () => {
  it('count as the specification does, plural in brackets', () => {
    expect(projectSent(1)).toBe('Project sent to 1 artist(s)!');
    expect(projectSent(3)).toBe('Project sent to 3 artist(s)!');
    expect(imagesAdded(2)).toBe('2 image(s) added to portfolio');
  });

  it('never say the same thing twice', () => {
    const texts = Object.values(TOASTS);
    expect(new Set(texts).size).toBe(texts.length);
  });
});
