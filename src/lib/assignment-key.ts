/** One artist on one request, for either side of it; with the token of its link for a guest. */
export interface AssignmentKey {
  lead: string;
  artist: string;
  token?: string | undefined;
}

/** What every call about an assignment begins with. */
export const assignmentArgs = ({ lead, artist, token }: AssignmentKey) => ({
  p_lead: lead,
  p_artist: artist,
  ...(token && { p_token: token }),
});
