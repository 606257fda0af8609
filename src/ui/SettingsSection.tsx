import type { ReactNode } from 'react';
import type { Pieces } from './pieces.ts';

interface SectionProps {
  title: string;
  text?: ReactNode;
  children: Pieces;
}

/** A part of the settings: what it is about beside what can be done. */
export function SettingsSection({ title, text, children }: SectionProps) {
  return (
    <section className="grid gap-x-10 gap-y-5 border-line border-b pb-8 lg:grid-cols-[16rem_1fr]">
      <div className="flex flex-col gap-1.5">
        <h2 className="font-display text-xl">{title}</h2>
        {text && <p className="text-ink-2 text-sm wrap-anywhere">{text}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
