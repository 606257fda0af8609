import { shortDate } from '#lib/wall-time.ts';
import { SmallButton } from '#ui/Button.tsx';
import type { RequestProps } from './request-props.ts';
import { useChange } from './use-change.ts';

/** The address that a request gets in some days, and one press that stops it: the emails to the present one lead here. */
export function AddressChange({ actions, request, onChange }: RequestProps) {
  const { busy, attempt } = useChange(actions, onChange);
  const next = request.address_change;
  if (!next) return null;
  return (
    <section
      aria-label="Address change"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card border-2 border-line px-5 py-4"
    >
      <p>
        <strong className="break-words">{next.email}</strong>
        <span>
          {` becomes the address of this request on ${shortDate(next.at)}${next.confirmed ? '.' : ', if you open the link we emailed there before.'}`}
        </span>
      </p>
      <SmallButton
        busy={busy}
        onClick={() => void attempt(async () => onChange(await actions.stopAddressChange()))}
      >
        Stop the Change
      </SmallButton>
    </section>
  );
}
