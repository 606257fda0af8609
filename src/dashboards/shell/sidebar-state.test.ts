import { describe, expect, it } from 'vitest';
import { isShortcut, sidebarOpen } from './sidebar-state.ts';

describe('sidebar cookie', () => {
  it.each([
    ['', true],
    ['sidebar_state=true', true],
    ['sidebar_state=false', false],
    ['theme=dark; sidebar_state=false; x=1', false],
    ['not_sidebar_state=false', true],
    ['sidebar_state=falsely', true],
  ])('%j means open=%s', (cookies, open) => {
    expect(sidebarOpen(cookies)).toBe(open);
  });
});

describe('a shortcut', () => {
  const press = { key: 'b', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
  it.each([
    [{ ctrlKey: true }, true],
    [{ metaKey: true }, true],
    [{ metaKey: true, key: 'B' }, true],
    [{}, false],
    [{ ctrlKey: true, key: 'n' }, false],
    [{ ctrlKey: true, shiftKey: true }, false],
    [{ ctrlKey: true, altKey: true }, false],
  ])('%j is %s', (keys, expected) => {
    expect(isShortcut({ ...press, ...keys }, 'b')).toBe(expected);
  });
});
