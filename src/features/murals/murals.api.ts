import { parseAnswer, unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import { ask, call } from '#data/rpc.ts';
import { z } from '#lib/zod.ts';
import {
  type MuralForm,
  muralFormColumns,
  type OwnMural,
  ownMuralSchema,
  removedMuralSchema,
} from './mural-form.ts';

/*
 * An artist's own murals, written under row-level security. All throw an AppError: `mural_refused` for whom a mural is
 * not, `changed_elsewhere`, or a broken rule with its field.
 */

/** All of an artist's murals, drafts too, in the artist's order. */
export async function readOwnMurals(artistId: string): Promise<OwnMural[]> {
  const client = await browserClient();
  const rows = await client
    .from('murals')
    .select()
    .eq('artist_id', artistId)
    .order('position')
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(1000);
  return parseAnswer(z.array(ownMuralSchema), unwrap(rows));
}

/** A new draft of the calling artist's. */
export async function createMural(
  fields: Partial<MuralForm> & { title: string },
): Promise<OwnMural> {
  const client = await browserClient();
  // Its address is the database's to give.
  const columns = muralFormColumns(fields) as { title: string; slug: string };
  return parseAnswer(
    ownMuralSchema,
    unwrap(await client.from('murals').insert(columns).select().single()),
  );
}

/** Saves what was changed, or nothing and reads it; `read` holds what the changed fields were when they were read. */
export async function saveMural(
  id: string,
  changes: Partial<MuralForm> = {},
  read: Partial<MuralForm> = {},
): Promise<OwnMural> {
  return save(id, muralFormColumns(changes), muralFormColumns(read));
}

/** Puts a mural on the pages, or takes it off them. */
export async function showMural(id: string, visible: boolean): Promise<OwnMural> {
  return save(id, { public_visible: visible }, { public_visible: !visible });
}

async function save(id: string, changes: object, read: object): Promise<OwnMural> {
  return ask(ownMuralSchema, 'save_mural', {
    p_mural: id,
    p_changes: changes as never,
    p_read: read as never,
  });
}

/** Puts the calling artist's murals into this order. */
export const orderMurals = (ids: string[]) => call('order_murals', { p_murals: ids });

/** Removes a mural; for a day it can be brought back. */
export const removeMural = (id: string) => call('delete_mural', { p_mural: id });

export const restoreMural = (id: string) => ask(ownMuralSchema, 'restore_mural', { p_mural: id });

/** What can be brought back, the last one first. */
export const readRemovedMurals = () => ask(z.array(removedMuralSchema), 'deleted_murals');
