import { paths } from '#config/paths.ts';
import { storedContact } from '#data/browser-client.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { keepOwnRequest, type OwnRequest } from '../sending/own-request.store.ts';

/** Leads to the account, which offers to add the request that this browser keeps: the link is the proof that it is theirs. */
export function AccountLink({ token, reference }: OwnRequest) {
  const quotes = paths.dashboard('client', 'quotes');
  return (
    <ButtonLink
      href={storedContact() ? quotes : paths.registerThen(quotes)}
      variant="secondary"
      size="sm"
      onClick={() => keepOwnRequest({ token, reference })}
    >
      Add to My Account
    </ButtonLink>
  );
}
