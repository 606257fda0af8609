import { beforeEach, expect, it, vi } from 'vitest';
import { ask } from '#data/rpc.ts';
import { importArtists } from './imports.api.ts';

vi.mock('#data/rpc.ts', () => ({ ask: vi.fn() }));

const rows = Array.from({ length: 250 }, (_, i) => ({ line: i + 2, name: `Painter ${i}` }));
/** What the database answers; the line `bad` has an error. */
const answering = (bad?: number) =>
  vi.mocked(ask).mockImplementation(async (_schema, _rpc, args) =>
    (args as { p_rows: typeof rows }).p_rows.map(({ line, name }) => ({
      line,
      name,
      action: line === bad ? null : 'create',
      changes: [{ field: 'name', from: null, to: name }],
    })),
  );
const sent = () =>
  vi.mocked(ask).mock.calls.map(([, , args]) => {
    const { p_rows, p_apply } = args as unknown as { p_rows: typeof rows; p_apply: boolean };
    return [p_rows.length, p_apply];
  });
const actions = (lines: readonly { action: string | null }[]) => lines.map(({ action }) => action);

beforeEach(() => void vi.mocked(ask).mockReset());

it('asks about a whole file, and writes a hundred lines at a time', async () => {
  answering();
  expect(await importArtists(rows, false)).toHaveLength(250);
  const lines = await importArtists(rows, true);
  expect(lines.map(({ line }) => line)).toEqual(rows.map(({ line }) => line));
  expect(sent()).toEqual([
    [250, false],
    [100, true],
    [100, true],
    [50, true],
  ]);
});

it('says what is written, and what the rest would do, where a line is refused', async () => {
  answering(150);
  const said = actions(await importArtists(rows, true));
  expect(said.slice(0, 100)).toEqual(Array(100).fill('same'));
  expect(said.slice(100, 200)).toEqual(
    Array(100)
      .fill('create')
      .with(148 - 100, null),
  );
  expect(said.slice(200)).toEqual(Array(50).fill('create'));
  expect(sent()).toEqual([
    [100, true],
    [100, true],
    [50, false],
  ]);
});
