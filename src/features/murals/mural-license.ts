import { LICENSES, type License } from './mural.ts';

/** How a license is called, and where its terms are. */
interface LicenseTerms {
  label: string;
  url: string | null;
}

const creativeCommons = (kind: string): LicenseTerms => ({
  label: `CC ${kind.toUpperCase()} 4.0`,
  url: `https://creativecommons.org/licenses/${kind}/4.0/`,
});

/** A mural without a license reads as all rights reserved. */
export function licenseTerms(license: License | null): LicenseTerms {
  if (license === null || license === 'all-rights-reserved')
    return { label: 'All rights reserved', url: null };
  return creativeCommons(license.replace(/^cc-/, ''));
}

/** What a license is called where a person chooses or reads it. */
const LABELS: Record<License, string> = {
  'all-rights-reserved': 'All rights reserved',
  'cc-by': 'CC BY: anyone may use them and credits you',
  'cc-by-sa': 'CC BY-SA: the same, and shares alike',
  'cc-by-nc': 'CC BY-NC: non-commercial use only',
  'cc-by-nc-nd': 'CC BY-NC-ND: non-commercial use only, unchanged',
};

/** How a form shows the choice: the placeholder holds unless another one is chosen. */
export const LICENSE_CHOICE = {
  options: LICENSES.slice(1).map((value) => ({ value, label: LABELS[value] })),
  placeholder: LABELS['all-rights-reserved'],
};
