/** Whose agreement: an artist and a request, by account or by the token of its link. */
export interface AgreementKey {
  lead: string;
  artist: string;
  token?: string | undefined;
}
