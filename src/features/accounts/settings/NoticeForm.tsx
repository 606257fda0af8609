import { useRef } from 'react';
import {
  readNoticePreferences,
  saveNoticePreference,
} from '#features/notifications/notices.api.ts';
import {
  NOTICE_MODE_LABELS,
  NOTICE_MODES,
  type NoticeMode,
  type NoticePreferences,
  type NoticeTopic,
} from '#features/notifications/notices.ts';
import { SmallButton } from '#ui/Button.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { useLoad } from '#ui/hooks/use-load.ts';
import { toast } from '#ui/overlays/toast.ts';
import { Skeleton } from '#ui/Spinner.tsx';

const MODES = NOTICE_MODES.map((value) => ({ value, label: NOTICE_MODE_LABELS[value] }));
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** How the person hears of what; each choice is saved at once. */
export function NoticeForm({ topics }: { topics: readonly NoticeTopic[] }) {
  const { data, failed, reload, change } = useLoad(readNoticePreferences);
  /** Choices are saved one after the other: the last one counts. */
  const saving = useRef(Promise.resolve());
  const choose = (topic: string, mode: NoticeMode, zone: string | null) => {
    const before = data ?? { zone: null, modes: {} };
    change((now) => chosen(now, topic, mode, zone));
    saving.current = saving.current.then(async () => {
      try {
        await saveNoticePreference(topic, mode, zone);
        void toast.success('Your choice is saved');
      } catch (error) {
        console.error(error);
        change((now) => chosen(now, topic, before.modes[topic] ?? 'at_once', before.zone));
        void toast.error('Your choice wasn’t saved');
      }
    });
  };
  if (!data) return failed ? <Failed onRetry={reload} /> : <Skeleton className="h-20" />;
  const modeOf = (topic: string) => data.modes[topic] ?? 'at_once';
  const daily = topics.find(({ topic }) => modeOf(topic) === 'daily');
  return (
    <div className="flex flex-col gap-5">
      {topics.map(({ topic, label }) => (
        <FormField
          key={topic}
          label={label}
          required
          className="max-w-sm"
          options={MODES}
          value={modeOf(topic)}
          // The first choice says where the person is; later ones leave that as it is.
          onText={(mode) => choose(topic, mode as NoticeMode, data.zone ? null : ownZone())}
        />
      ))}
      {daily && <Morning zone={data.zone} onMove={(zone) => choose(daily.topic, 'daily', zone)} />}
    </div>
  );
}

const chosen = (
  { zone, modes }: NoticePreferences,
  topic: string,
  mode: NoticeMode,
  moved: string | null,
): NoticePreferences => ({ zone: moved ?? zone, modes: { ...modes, [topic]: mode } });

const words = (zone: string | null) => (zone ?? '').replaceAll('_', ' ');

interface MorningProps {
  zone: string | null;
  onMove: (zone: string) => void;
}

/** When the mail of a day comes, and a way to have it in the morning of where the person is now. */
function Morning({ zone, onMove }: MorningProps) {
  const here = ownZone();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-2 text-sm">
      <p>{`The daily summary comes at 8 a.m., ${words(zone)} time.`}</p>
      {here !== zone && (
        <SmallButton onClick={() => onMove(here)}>{`Use ${words(here)} time`}</SmallButton>
      )}
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-4">
      <p>Your choices didn’t load.</p>
      <SmallButton onClick={onRetry}>Try Again</SmallButton>
    </div>
  );
}
