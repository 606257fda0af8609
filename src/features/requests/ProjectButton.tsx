import { projectExcerpt } from '#lib/format.ts';

/** The beginning of a lead's text, which opens the lead. */
export function ProjectButton({ text, onClick }: { text: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="cursor-pointer text-left font-semibold underline decoration-line underline-offset-4 hover:decoration-brand"
    >
      {projectExcerpt(text)}
    </button>
  );
}
