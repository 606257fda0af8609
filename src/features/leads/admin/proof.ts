/** Whether anybody has shown that they read the address of a request. */
export const proofOf = ({ proven }: { proven: boolean }): string =>
  proven ? 'Email confirmed' : 'Email not confirmed';
