import { type ReactNode, useEffect } from 'react';
import { addStylesheet } from '#ui/stylesheet.ts';
import stylesheet from '../../../styles/detail.css?url';

interface Props {
  title: string;
  children: ReactNode;
}

/** Something as visitors will see it, to look at only. */
export function SetupPreview({ title, children }: Props) {
  useEffect(() => {
    void addStylesheet(stylesheet);
  }, []);
  return (
    <figure className="flex min-w-0 flex-col gap-3">
      <figcaption className="font-semibold text-ink-2 text-sm">{title}</figcaption>
      <div inert>{children}</div>
    </figure>
  );
}
