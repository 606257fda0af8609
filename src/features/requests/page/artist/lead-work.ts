import type { LeadWithWork } from '../artist-leads.api.ts';

export interface LeadWorkProps {
  opened: LeadWithWork;
  onChanged: () => void;
}
