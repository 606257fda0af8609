import { paths } from '#config/paths.ts';
import { buttonClass } from '#ui/Button.tsx';
import { claimToken } from './claim-token.store.ts';

interface Props {
  /** With an account that is no artist's. */
  signedIn: boolean;
  token: string | null;
  slug: string | null;
}

/** Who takes a page over needs an artist's account; this tab remembers for which page. */
export function SignIn({ signedIn, token, slug }: Props) {
  const back = slug ? paths.claimOf(slug) : paths.claim;
  const keep = () => {
    if (token) claimToken.keep(token);
  };
  if (signedIn) {
    return (
      <p className="rounded-control border border-line bg-paper-2 px-4 py-3">
        The account that you are signed in with is not an artist’s. Log out, and come back to this
        page to sign in or register as an artist.
      </p>
    );
  }
  return (
    <div className="space-y-4">
      <p className="text-lg">
        To make the page yours, sign in as an artist first. It costs nothing.
      </p>
      <div className="flex flex-wrap gap-3">
        <a href={paths.registerArtistThen(back)} className={buttonClass()} onClick={keep}>
          Create an artist account
        </a>
        <a href={paths.authThen(back)} className={buttonClass('secondary')} onClick={keep}>
          Log in
        </a>
      </div>
    </div>
  );
}
