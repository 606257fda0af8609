import type { LeadWithWork } from '#features/requests/page/artist-leads.api.ts';

export interface LeadWorkProps {
  opened: LeadWithWork;
  onChanged: () => void;
}
