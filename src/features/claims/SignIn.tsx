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
        You’re not signed in as an artist. Log out and come back as one.
      </p>
    );
  }
  return (
    <div className="space-y-4">
      <p className="text-lg">Sign in as an artist first. It’s free.</p>
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
