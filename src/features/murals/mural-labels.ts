import type { License } from './mural.ts';

/** What a license is called where a person chooses or reads it. */
export const LICENSE_LABELS: Record<License, string> = {
  'all-rights-reserved': 'All rights reserved',
  'cc-by': 'CC BY: anyone may use them and credits you',
  'cc-by-sa': 'CC BY-SA: the same, and shares alike',
  'cc-by-nc': 'CC BY-NC: non-commercial use only',
  'cc-by-nc-nd': 'CC BY-NC-ND: non-commercial use only, unchanged',
};
