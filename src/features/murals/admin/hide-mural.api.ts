import { call } from '#data/rpc.ts';

/** Takes a mural off the pages, with a reason for its artist. Throws an AppError. */
export async function hideMural(muralId: string, reason: string): Promise<void> {
  await call('hide_mural', { p_mural: muralId, p_reason: reason });
}

/** Shows a hidden mural again. Throws an AppError. */
export async function unhideMural(muralId: string): Promise<void> {
  await call('show_mural', { p_mural: muralId });
}

export async function featureMural(muralId: string, featured: boolean): Promise<void> {
  await call('feature_mural', { p_mural: muralId, p_featured: featured });
}

/** Says whose work a mural is; null for nobody's of this directory. Throws an AppError. */
export async function giveMural(muralId: string, artistId: string | null): Promise<void> {
  await call('give_mural', { p_mural: muralId, p_artist: artistId });
}
