/** Reads `text` to screen readers whenever it changes; nothing is shown. Keep it mounted from the start. */
export function LiveRegion({ text }: { text: string }) {
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {text}
    </div>
  );
}
