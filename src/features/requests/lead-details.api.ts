import { parseAnswer, throwError, unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import { likedMuralSchema, type ShownDetails, shownDetailsSchema } from './lead-details.ts';

/** What a lead says about its wall and site, with those of its murals that are public; null for nothing. */
export async function detailsOfLead(lead: string): Promise<ShownDetails | null> {
  const client = await browserClient();
  const [details, site] = await Promise.all([
    client.from('request_details').select().eq('lead_id', lead).maybeSingle(),
    client.from('site_facts').select().eq('lead_id', lead).maybeSingle(),
  ]);
  throwError(details);
  throwError(site);
  const facts = site.data;
  if (!details.data) return facts && parseAnswer(shownDetailsSchema, { murals: [], facts });
  const ids = details.data.mural_ids;
  const answer = await client
    .from('murals')
    .select('id, slug, title, image_url')
    .in('id', ids)
    .eq('public_visible', true);
  const found = parseAnswer(likedMuralSchema.array(), unwrap(answer));
  const murals = ids.flatMap((id) => found.find((mural) => mural.id === id) ?? []);
  return parseAnswer(shownDetailsSchema, { ...details.data, murals, facts });
}
