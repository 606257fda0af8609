import type { License } from './mural.ts';

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
