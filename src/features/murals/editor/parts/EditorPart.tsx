import { type ReactNode, useId } from 'react';

/** A headed part of the form. */
export function EditorPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-4 xl:grid-cols-[12rem_minmax(0,1fr)]"
    >
      <h3 id={id} className="font-display text-2xl">
        {title}
      </h3>
      <div className="flex max-w-4xl flex-col gap-6">{children}</div>
    </section>
  );
}
