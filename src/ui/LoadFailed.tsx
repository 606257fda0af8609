import { SmallButton } from './Button.tsx';

/** A load that failed, said quietly where the content would be (section 8: no toast; the console has the reason). */
export function LoadFailed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-card border-2 border-line border-dashed px-5 py-4"
    >
      <p>{text}</p>
      <SmallButton onClick={onRetry}>Retry</SmallButton>
    </div>
  );
}
