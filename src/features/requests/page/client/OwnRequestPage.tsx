import { useCallback, useEffect, useMemo, useState } from 'react';
import { OPEN_ARTIST, paths } from '#config/paths.ts';
import { toAppError } from '#data/app-error.ts';
import { lookedAt, onNews } from '#features/notifications/notices.store.ts';
import { LazyRequestRules } from '#features/permits/LazyRequestRules.tsx';
import { again } from '#ui/again.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { useAddressParam } from '#ui/hooks/use-address-param.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { ShellSkeleton } from '#ui/skeletons.tsx';
import { liveConversation } from '../../conversation/live-conversation.store.ts';
import { leadPhotoAddresses } from '../../photos/lead-photos.api.ts';
import { RequestPhotos } from '../../photos/RequestPhotos.tsx';
import { useWallPhotos } from '../../photos/use-wall-photos.ts';
import { reviewDesk } from '../../reviews/review-desk.store.ts';
import { Erased } from '../Erased.tsx';
import { RequestView } from '../RequestView.tsx';
import { requestActions, trackRequest } from '../request-link.api.ts';

const QUOTES = { label: 'Back to My Quotes', href: paths.dashboard('client', 'quotes') };

/** The request, or null for one that is not the caller's or is gone. */
async function opened(id: string) {
  try {
    return { request: await trackRequest({ p_lead: id }) };
  } catch (error) {
    // An address that names no id is refused by the API itself.
    if (['link_refused', '22P02'].includes(toAppError(error).code)) return { request: null };
    throw error;
  }
}

/** One of a person's requests, on the page that its link opens too. */
export function OwnRequestPage({ id }: { id: string }) {
  const load = useCallback(() => opened(id), [id]);
  const actions = useMemo(() => requestActions({ p_lead: id }), [id]);
  const { data, busy, failed, reload, refresh, change } = useLoad(load);
  useEffect(() => onNews(refresh), [refresh]);
  useEffect(() => lookedAt(id), [id]);
  const [erased, setErased] = useState(false);
  const [artist, openArtist] = useAddressParam(OPEN_ARTIST);
  if (erased) return <Erased title="Your request is erased" back={QUOTES} />;
  if (!data && failed && !busy)
    return <LoadFailed text="Your request could not be loaded." onRetry={reload} />;
  if (!data) return <ShellSkeleton />;
  if (!data.request) {
    const back = <ButtonLink href={QUOTES.href}>{QUOTES.label}</ButtonLink>;
    return <EmptyState title="This is not one of your requests" action={back} />;
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
        talks={{
          artist,
          open: (next) => {
            openArtist(next);
            // What was read in it is not new any more.
            if (!next) refresh();
          },
          begin: (other) => liveConversation({ lead: id, artist: other }),
          review: (other) => reviewDesk({ lead: id, artist: other }),
          onChange: refresh,
        }}
        photos={<Photos lead={id} />}
        rules={<LazyRequestRules of={{ p_lead: id }} about={data.request} />}
      />
    </div>
  );
}

const loadWall = () =>
  again(async () => ({
    ...(await import('../../photos/wall-photos.store.ts')),
    ...(await import('../../photos/tools.store.ts')),
  }));

function Photos({ lead }: { lead: string }) {
  const target = useMemo(() => ({ lead, p_lead: lead }), [lead]);
  return <RequestPhotos photos={useWallPhotos(target, loadWall)} addresses={leadPhotoAddresses} />;
}
