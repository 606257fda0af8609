import { describe, expect, test } from 'vitest';
import type { Queryable } from '#embedded/index.ts';
import { become, refusal, scratch } from '../support/actors.ts';
import { valueIn } from '../support/read.ts';
import { type Actor, caller, id, worldOfFile } from '../support/world.ts';

/** Saving what was changed, against what was read: an older page does not undo a newer save. */
const db = await worldOfFile();

const as = (actor: Actor, run: (tx: Queryable) => Promise<unknown>) =>
  scratch(db, async (tx) => {
    await become(tx, caller(actor));
    await run(tx);
  });

/** Each form with a row that its caller may change, and a text that says nothing there yet. */
const FORMS = [
  { name: 'save_artist_profile', who: 'artist', of: id('A1'), text: 'bio' },
  { name: 'save_city', who: 'admin', of: id('C1'), text: 'description' },
  { name: 'save_mural', who: 'artist2', of: id('M1'), text: 'credit' },
] as const;
const saveBy =
  (name: string, of: string) => async (tx: Queryable, changes: unknown, read: unknown) =>
    valueIn<Record<string, unknown>>(
      tx,
      `select to_jsonb(public.${name}($1, $2::jsonb, $3::jsonb)) as saved`,
      [of, changes, read],
    );

describe.each(FORMS)('$name', ({ name, who, of, text }) => {
  const save = saveBy(name, of);

  test('saves what is still as it was read, and gives the row', () =>
    as(who, async (tx) => {
      expect(await save(tx, { [text]: ' One ' }, { [text]: null })).toMatchObject({
        [text]: 'One',
      });
      expect(await save(tx, { [text]: null }, { [text]: 'One' })).toMatchObject({ [text]: null });
      expect(await save(tx, {}, {})).toMatchObject({ [text]: null });
    }));

  test('refuses a field that was saved elsewhere meanwhile, and names it', () =>
    as(who, async (tx) => {
      await save(tx, { [text]: 'One' }, { [text]: null });
      expect(await refusal(save(tx, { [text]: 'Two' }, { [text]: null }))).toEqual({
        code: 'changed_elsewhere',
        message: 'This was changed on another device.',
        field: text,
        status: 409,
      });
    }));

  test('takes a repetition, whose answer was lost, for what it is', () =>
    as(who, async (tx) => {
      await save(tx, { [text]: 'One' }, { [text]: null });
      expect(await save(tx, { [text]: 'One' }, { [text]: null })).toMatchObject({ [text]: 'One' });
    }));

  test.each([
    ['a field that does not exist', { nonsense: 1 }, { nonsense: 1 }],
    ['a field of the row that is no field of the form', { id: id('A2') }, { id: id('A1') }],
    ['a change of what was not read', { [text]: 'One' }, {}],
    ['no object', [text], {}],
    ['no object to compare with', {}, []],
    ['nothing at all', null, null],
  ])('refuses %s', (_case, changes, read) =>
    as(who, async (tx) => {
      expect((await refusal(save(tx, changes, read))).code).toBe('invalid_input');
    }),
  );
});

describe('save_artist_profile', () => {
  const save = saveBy('save_artist_profile', id('A1'));

  test('leaves alone what nobody changed, contact included', () =>
    as('artist', async (tx) => {
      const before = await save(tx, {}, {});
      expect(before).toMatchObject({ id: id('A1'), email: 'A1@example.com', phone: '1' });
      await save(tx, { phone: '2' }, { phone: '1' });
      await save(tx, { styles: ['Nature', ' Lettering'] }, { styles: before?.styles });
      const after = await save(tx, { years_experience: 7 }, { years_experience: null });
      expect({ ...after, updated_at: null }).toEqual({
        ...before,
        updated_at: null,
        phone: '2',
        styles: ['Nature', 'Lettering'],
        years_experience: 7,
      });
    }));

  test('keeps the rules of the whole form', () =>
    as('artist', async (tx) => {
      const years = await refusal(save(tx, { years_experience: 101 }, { years_experience: null }));
      expect(years.code).toBe('years_invalid');
    }));
});

test('a status is moved from where the page saw it', () =>
  as('artist', async (tx) => {
    const move = (to: string, from: string | null) =>
      tx.sql('select public.set_lead_status($1, $2, $3)', [id('L1'), to, from]);
    await move('completed', 'new');
    await move('completed', 'new');
    await move('new', null);
    expect(await refusal(move('in_review', 'completed'))).toMatchObject({
      code: 'changed_elsewhere',
      field: 'status',
    });
  }));

test('two admins who change who has a lead keep each other’s changes', () =>
  as('admin', async (tx) => {
    const artists = (...labels: string[]) => labels.map((label) => id(label));
    const assign = (to: (string | null)[] | null, read: (string | null)[] | null) =>
      tx.sql<{ assigned: object }>(
        'select public.admin_assign_request($1, $2::uuid[], $3::uuid[]) as assigned',
        [id('L4'), to, read],
      );
    const holders = async () => {
      const rows = await tx.sql<{ artist_id: string }>(
        'select artist_id from public.lead_assignments where lead_id = $1',
        [id('L4')],
      );
      return rows.map((row) => row.artist_id).sort();
    };
    await assign(artists('A1'), []);
    const [answer] = await assign(artists('A2'), []);
    expect(answer?.assigned).toMatchObject({
      assigned: 2,
      artists: expect.arrayContaining([{ id: id('A1'), name: expect.any(String) }]),
    });
    expect(await holders()).toEqual(artists('A1', 'A2').sort());
    // One removes A1, the other, who still sees both, adds A3.
    await assign(artists('A2'), artists('A1', 'A2'));
    await assign(artists('A1', 'A2', 'A3'), artists('A1', 'A2'));
    expect(await holders()).toEqual(artists('A2', 'A3').sort());
    await assign([...artists('A3'), null], [...artists('A2', 'A3'), null]);
    expect(await holders()).toEqual(artists('A3'));
    await assign(artists('A1'), null);
    expect(await holders()).toEqual(artists('A1'));
    await assign(null, artists('A1'));
    expect(await holders()).toEqual([]);
  }));
