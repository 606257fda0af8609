import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';

interface Props {
  title: string;
  back: { label: string; href: string };
}

/** Nothing is left to show. */
export function Erased({ title, back }: Props) {
  return (
    <div role="status">
      <EmptyState title={title} action={<ButtonLink href={back.href}>{back.label}</ButtonLink>}>
        Only an artist whose proposal you accepted keeps a copy, without contact details.
      </EmptyState>
    </div>
  );
}
