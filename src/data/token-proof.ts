/** What the page of a link can do about calls that take more than the link. */
interface TokenProof {
  /** The token with what proves this device, where it was proven. */
  proven: (token: string) => string;
  /** Proves this device for a call of an act, as by a code of an email; false where the person leaves it. */
  prove: (act: string, token: string, args: object) => Promise<boolean>;
}

let present: TokenProof | null = null;

/** Calls with a token ask this page from now on; gives what takes that back. */
export function setTokenProof(proof: TokenProof): () => void {
  present = proof;
  return () => {
    present = null;
  };
}

/** The page that calls with a token ask; null where there is none. */
export const tokenProof = (): TokenProof | null => present;
