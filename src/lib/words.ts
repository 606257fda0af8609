/** 'artist.featured' reads 'Artist featured', and 'lead_received', a kind of mail, 'Lead received'. */
export function auditLabel(action: string): string {
  const text = action.replace(/[._]+/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** 'years_experience' reads 'Years experience'. */
export function fieldLabel(field: string): string {
  const text = field.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
