import { usableStorage } from './browser-storage.ts';

/** Which links this device was proven for, by a code of an email: the second secret of each. */
const DEVICE_PROOFS_KEY = 'mural-proofs';

function keptProofs(): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(
      usableStorage('localStorage').getItem(DEVICE_PROOFS_KEY) ?? '{}',
    );
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, string>) : {};
  } catch {
    return {};
  }
}

export function keepDeviceProof(token: string, proof: string): void {
  const kept = { ...keptProofs(), [token]: proof };
  usableStorage('localStorage').setItem(DEVICE_PROOFS_KEY, JSON.stringify(kept));
}

/** The link was replaced: its request stays proven here. */
export function moveDeviceProof(from: string, to: string): void {
  const { [from]: proof, ...others } = keptProofs();
  if (!proof) return;
  usableStorage('localStorage').setItem(
    DEVICE_PROOFS_KEY,
    JSON.stringify({ ...others, [to]: proof }),
  );
}

/** The token as calls take it: with the secret of this device behind it, where there is one. */
export function provenToken(token: string): string {
  const proof = keptProofs()[token];
  return proof ? `${token}.${proof}` : token;
}
