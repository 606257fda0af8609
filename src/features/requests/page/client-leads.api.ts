import { parseAnswer, unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import {
  type ConversationSummary,
  conversationSummaries,
} from '../conversation/conversation.api.ts';
import { type Lead, type LeadArtist, leadArtistSchema, leadSchema } from '../lead.ts';

/** An artist who has it, and how far their conversation is. */
type OwnLeadArtist = LeadArtist & { conversation: ConversationSummary | undefined };

export interface OwnLead extends Lead {
  artists: OwnLeadArtist[];
  /** The first photo of the wall: where it is stored. */
  photo: string | undefined;
}

/** The requests a person has sent, newest first, each with its wall, the artists who have it, how far they are and what is new. */
export async function ownLeads(userId: string): Promise<OwnLead[]> {
  const client = await browserClient();
  const [leads, artists, photos] = await Promise.all([
    client
      .from('leads')
      .select()
      .eq('created_by_user', userId)
      .order('created_at', { ascending: false })
      .order('id'),
    client.rpc('my_request_artists'),
    client.rpc('my_wall_photos'),
  ]);
  const holders = parseAnswer(leadArtistSchema.array(), unwrap(artists));
  const own = parseAnswer(leadSchema.array(), unwrap(leads));
  const conversations = await conversationSummaries(own.map(({ id }) => id));
  const walls = unwrap(photos);
  const conversationOf = ({ lead_id, artist_id }: LeadArtist) =>
    conversations.find(
      (conversation) => conversation.lead_id === lead_id && conversation.artist_id === artist_id,
    );
  return own.map((lead) => ({
    ...lead,
    photo: walls.find(({ lead_id }) => lead_id === lead.id)?.path,
    artists: holders
      .filter((holder) => holder.lead_id === lead.id)
      .map((holder) => ({ ...holder, conversation: conversationOf(holder) })),
  }));
}
