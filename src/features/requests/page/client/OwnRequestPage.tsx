import { useCallback, useEffect, useMemo, useState } from 'react';
import { OPEN_ARTIST, paths } from '#config/paths.ts';
import { lookedAt, onNews } from '#features/notifications/notices.store.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { useAddressParam } from '#ui/hooks/use-address-param.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { ShellSkeleton } from '#ui/skeletons.tsx';
import { Erased } from '../Erased.tsx';
import { RequestView } from '../RequestView.tsx';
import { openRequest, requestActions } from '../request-link.api.ts';

const QUOTES = { label: 'Back to My Quotes', href: paths.dashboard('client', 'quotes') };

/** One of a person's requests, on the page that its link opens too. */
export function OwnRequestPage({ id }: { id: string }) {
  const load = useCallback(() => openRequest({ p_lead: id }), [id]);
  const actions = useMemo(() => requestActions({ p_lead: id }), [id]);
  const { data, busy, failed, reload, refresh, change } = useLoad(load);
  useEffect(() => onNews(refresh), [refresh]);
  useEffect(() => lookedAt(id), [id]);
  const [erased, setErased] = useState(false);
  const [artist, openArtist] = useAddressParam(OPEN_ARTIST);
  if (erased) return <Erased title="Your request is erased" back={QUOTES} />;
  if (!data && failed && !busy)
    return <LoadFailed text="Your request didn’t load." onRetry={reload} />;
  if (!data) return <ShellSkeleton />;
  if (!data.request) {
    const back = <ButtonLink href={QUOTES.href}>{QUOTES.label}</ButtonLink>;
    return <EmptyState title="This isn’t one of your requests" action={back} />;
  }
  return (
    <div className="flex flex-col gap-6">
      <a href={QUOTES.href} className="self-start underline underline-offset-4">
        <span aria-hidden="true">← </span>
        <span>{QUOTES.label}</span>
      </a>
      <RequestView
        actions={actions}
        request={data.request}
        onChange={(request) => change(() => ({ request }))}
        onErased={() => setErased(true)}
        talks={{ artist, open: openArtist, onChange: refresh }}
      />
    </div>
  );
}
