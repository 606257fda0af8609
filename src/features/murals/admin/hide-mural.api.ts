import { call } from '#data/rpc.ts';

/** Takes a mural off the pages, with a reason for its artist. Throws an AppError. */
export const hideMural = (muralId: string, reason: string) =>
  call('hide_mural', { p_mural: muralId, p_reason: reason });

/** Shows a hidden mural again. Throws an AppError. */
export const unhideMural = (muralId: string) => call('show_mural', { p_mural: muralId });

export const featureMural = (muralId: string, featured: boolean) =>
  call('feature_mural', { p_mural: muralId, p_featured: featured });

/** Says whose work a mural is; null for nobody's of this directory. Throws an AppError. */
export const giveMural = (muralId: string, artistId: string | null) =>
  call('give_mural', { p_mural: muralId, p_artist: artistId });
