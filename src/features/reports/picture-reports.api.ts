import { LANGUAGE } from '#config/language.ts';
import { ask, call } from '#data/rpc.ts';
import { z } from '#lib/zod.ts';
import type { PictureReport } from './picture-report.ts';

/** The uploads that a public page shows, in its order; none for a page that there is not. Throws an AppError. */
export const pagePictures = (page: string) =>
  ask(z.array(z.string()), 'page_pictures', { p_page: page });

/**
 * Says what is wrong with a picture of a page, once for each key. Throws an AppError: `picture_gone`, `rate_limited`, or
 * a broken rule with its field.
 */
export const reportPicture = (
  key: string,
  { page, picture }: { page: string; picture: string },
  { reason, words, email }: PictureReport,
) =>
  call('report_picture', {
    p_key: key,
    p_page: page,
    p_picture: picture,
    p_reason: reason,
    p_words: words,
    p_email: email,
    p_locale: LANGUAGE,
  });

/** Lets a reported picture be. Throws an AppError. */
export const dismissPictureReport = (id: string) =>
  call('decide_picture_report', { p_report: id, p_action: 'dismiss' });

/** Takes a reported picture off every page, with a reason for its artist. Throws an AppError. */
export const takePictureDown = (id: string, reason: string) =>
  call('decide_picture_report', {
    p_report: id,
    p_action: 'take_down',
    p_reason: reason,
  });
