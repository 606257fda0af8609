import { SmallButton } from '#ui/Button.tsx';

/** The way back to a request whose choice of artists was left open. */
export function OpenChoice({ onOpen }: { onOpen: () => void }) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-paper-2 p-4">
      You haven’t chosen artists for your last request yet.
      <SmallButton onClick={onOpen}>Choose Artists</SmallButton>
    </p>
  );
}
