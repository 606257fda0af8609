import { useState } from 'react';
import type { AssignmentState } from '#domain/assignment.ts';
import type { Lead } from '#domain/lead.ts';
import { LEAD_LIFECYCLE } from '#domain/lead-status.ts';
import { conversation } from '#stores/conversation.ts';
import { ThreadView } from '#ui/thread/ThreadView.tsx';

interface Props {
  lead: Lead;
  artist: { id: string; name: string };
  onState: (state: AssignmentState) => void;
}

/** What the client and the artist write to each other about a lead; loaded with the first lead that is opened. */
export function LeadConversation({ lead, artist, onState }: Props) {
  const [shown] = useState(() => conversation({ lead: lead.id, artist: artist.id }));
  return (
    <ThreadView
      conversation={shown}
      artistName={artist.name}
      clientName={LEAD_LIFECYCLE[lead.status].showsContact ? lead.name : null}
      onState={onState}
    />
  );
}
