import type { TrackedRequest } from './tracked-request.ts';

/** What the client of a request can do to get news by email; empty where they do. */
export const openEmailedLink = ({ unproven, email }: Pick<TrackedRequest, 'unproven' | 'email'>) =>
  unproven ? `Open the link we emailed to ${email} to get updates by email.` : '';
