import { ask, call } from '#data/rpc.ts';
import { z } from '#lib/zod.ts';
import {
  type FinishedMural,
  type FinishedMuralValues,
  finishedMuralSchema,
} from './finished-mural.ts';

/*
 * The mural page of a finished wall, and whether whoever asked lets it show where the wall is. All throw an AppError:
 * `not_allowed` or `link_refused` for whom it is none of their business, `move_refused` before the wall is finished,
 * `consent_required`, or a broken rule with its field.
 */

/** What the page of the calling artist's wall is, or can be made of. */
export async function readFinishedMural(lead: string): Promise<FinishedMural> {
  return ask(finishedMuralSchema, 'finished_mural', { p_lead: lead });
}

/** Makes the page, once for each key. `urls` are the public copies of its pictures, in their order. */
export async function publishFinishedMural(
  lead: string,
  key: string,
  form: FinishedMuralValues,
  urls: string[],
): Promise<void> {
  await call('publish_finished_mural', {
    p_lead: lead,
    p_key: key,
    p_title: form.title,
    p_description: form.description,
    p_city: form.city,
    p_state: form.state,
    p_location_details: form.location_details,
    p_month: form.month,
    p_surface_type: form.surface_type,
    p_styles: form.styles,
    p_pictures: urls,
    p_sources: form.pictures,
  });
}

/** Takes the page away. */
export async function removeFinishedMural(lead: string): Promise<void> {
  await call('delete_finished_mural', { p_lead: lead });
}

export const consentSchema = z.object({ granted: z.boolean().nullable() });
