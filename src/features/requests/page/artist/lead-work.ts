import type { OpenedLead } from '../artist-leads.api.ts';

export interface LeadWorkProps {
  opened: OpenedLead;
  onChanged: () => void;
}
