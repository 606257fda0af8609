import { type Lead, type LeadArtist, leadArtistSchema, leadSchema } from '#domain/lead.ts';
import { parseAnswer, unwrap } from './app-error.ts';
import { browserClient } from './browser-client.ts';

export interface OwnLead extends Lead {
  artists: LeadArtist[];
}

/** The requests a person has sent, newest first, each with the artists who have it and how far they are. */
export async function ownLeads(userId: string): Promise<OwnLead[]> {
  const client = await browserClient();
  const [leads, artists] = await Promise.all([
    client
      .from('leads')
      .select()
      .eq('created_by_user', userId)
      .order('created_at', { ascending: false })
      .order('id'),
    client.rpc('my_lead_artists'),
  ]);
  const holders = parseAnswer(leadArtistSchema.array(), unwrap(artists));
  return parseAnswer(leadSchema.array(), unwrap(leads)).map((lead) => ({
    ...lead,
    artists: holders.filter((holder) => holder.lead_id === lead.id),
  }));
}

export interface ConsultationRequest {
  artistId: string;
  name: string;
  email: string;
  phone: string | null;
  preferredTime: string | null;
  message: string;
}

/** Asks an artist for a call. The same key again changes nothing. Throws an AppError with sentence and field. */
export async function requestConsultation(
  key: string,
  request: ConsultationRequest,
): Promise<void> {
  const client = await browserClient();
  const answer = await client.rpc('request_consultation', {
    p_key: key,
    p_artist: request.artistId,
    p_name: request.name,
    p_email: request.email,
    p_phone: request.phone,
    p_preferred_time: request.preferredTime,
    p_message: request.message,
  });
  unwrap(answer);
}
