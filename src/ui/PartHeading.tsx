interface Props {
  id: string;
  as?: 'h2' | 'h3';
  title: string;
  /** What it has come to. */
  line: string;
}

/** The id of what a section is called by: its title alone. */
export const titleId = (id: string) => `${id}-title`;

/** The heading of a part of a job, with where that stands: after an act the focus is here. */
export function PartHeading({ id, as: Heading = 'h3', title, line }: Props) {
  return (
    <Heading id={id} tabIndex={-1} className="flex flex-col gap-1 outline-none wrap-anywhere">
      <span id={titleId(id)} className="font-display text-2xl">
        {title}
      </span>{' '}
      <span aria-live="polite" className="font-semibold">
        {line}
      </span>
    </Heading>
  );
}
