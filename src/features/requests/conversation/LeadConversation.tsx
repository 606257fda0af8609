import { useState } from 'react';
import type { Lead } from '../lead.ts';
import { LEAD_LIFECYCLE } from '../lead-status.ts';
import { ConversationView } from './ConversationView.tsx';
import { liveConversation } from './live-conversation.store.ts';

interface Props {
  lead: Lead;
  artist: { id: string; name: string };
  onMoved: () => void;
}

/** What the client and the artist write to each other about a lead; loaded with the first lead that is opened. */
export function LeadConversation({ lead, artist, onMoved }: Props) {
  const [shown] = useState(() => liveConversation({ lead: lead.id, artist: artist.id }));
  return (
    <ConversationView
      conversation={shown}
      artistName={artist.name}
      clientName={LEAD_LIFECYCLE[lead.status].showsContact && lead.email ? lead.name : null}
      onMoved={onMoved}
    />
  );
}
