import { paths } from '#config/paths.ts';
import { ClaimAnswer } from '#features/claims/admin/ClaimAnswer.tsx';
import type { AdminMail } from '#features/notifications/admin/admin-mail.ts';
import { resendMail, settleMail } from '#features/notifications/admin/mails.api.ts';
import { useRuleCheck } from '#features/permits/admin/use-rule-check.ts';
import { starsLabel } from '#features/requests/reviews/review.ts';
import { grouped, monthAndYear } from '#lib/format.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { spokenName } from '#lib/words.ts';
import { Button, buttonClass, SmallButton } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { toast } from '#ui/overlays/toast.ts';
import { When } from '#ui/When.tsx';
import { LateJobs } from './LateJobs.tsx';
import { AdminNeed, NeedGroup } from './NeedGroup.tsx';
import type { AdminNeeds, OldRule, WaitingClaim } from './needs.ts';
import { PaperNeeds } from './PaperNeeds.tsx';
import { Reported } from './Reported.tsx';
import type { NeedsProps } from './RequestNeeds.tsx';

/** What was reported or disputed, who claims a page, mails that were given up, and rules to look up again. */
export function OtherNeeds({ needs, onOpen, onChanged }: NeedsProps) {
  const { claims, mails, reviews, rules } = needs;
  return (
    <>
      <LateJobs needs={needs} onOpen={onOpen} />
      <Reported needs={needs} onOpen={onOpen} onChanged={onChanged} />
      <NeedGroup title="Reviews to check" of={reviews} href={paths.adminDisputes}>
        {reviews.rows.map((review) => (
          <AdminNeed
            key={review.id}
            title={`${review.artist}: ${starsLabel(review.rating)}`}
            actions={
              <a href={paths.adminDisputes} className="underline underline-offset-4">
                Decide
                <span className="sr-only">{` about the review of ${review.artist}`}</span>
              </a>
            }
          >
            {review.waits_for === 'dispute'
              ? (review.dispute_reason ?? 'The artist says that the wall is not painted.')
              : 'Check it before everybody sees it.'}
          </AdminNeed>
        ))}
      </NeedGroup>
      <NeedGroup title="Claims" of={claims} href={paths.adminClaims}>
        {claims.rows.map((claim) => (
          <Claim key={claim.id} claim={claim} onChanged={onChanged} />
        ))}
      </NeedGroup>
      <PaperNeeds papers={needs.papers} onChanged={onChanged} />
      <NeedGroup
        title="Emails"
        of={mails.stuck ? { ...mails, rows: [mails.stuck, ...mails.rows] } : mails}
        href={`${paths.dashboard('admin', 'mails')}?filter=failed`}
      >
        {mails.stuck && <StuckMails stuck={mails.stuck} />}
        {mails.rows.map((mail) => (
          <Mail key={mail.id} mail={mail} onChanged={onChanged} />
        ))}
      </NeedGroup>
      <NeedGroup title="Rules to look up" of={rules} href={paths.dashboard('admin', 'cities')}>
        {rules.rows.map((rule) => (
          <Rule key={rule.id} rule={rule} onChanged={onChanged} />
        ))}
      </NeedGroup>
    </>
  );
}

function Claim({ claim, onChanged }: { claim: WaitingClaim; onChanged: () => void }) {
  const { name, email, city } = claim;
  return (
    <AdminNeed
      title={
        <>
          {claim.public_visible ? (
            <a href={paths.artist(claim.slug)} className="underline underline-offset-2">
              {name}
            </a>
          ) : (
            <span>{name}</span>
          )}
          {city && <span className="font-normal text-ink-2">{`, ${city}`}</span>}
        </>
      }
      actions={<ClaimAnswer claim={claim} name={name} onChanged={onChanged} />}
    >
      {claim.note && <p className="whitespace-pre-line text-ink">{`“${claim.note}”`}</p>}
      <p>
        <span>{email}</span> says that this page is theirs · <When iso={claim.created_at} />
      </p>
    </AdminNeed>
  );
}

/** The server is down or refuses us (password, sender, quota): nothing to do about one email alone. */
function StuckMails({ stuck }: { stuck: NonNullable<AdminNeeds['mails']['stuck']> }) {
  return (
    <AdminNeed
      title={`${grouped(stuck.total)} ${stuck.total === 1 ? 'email is' : 'emails are'} waiting for the mail server`}
      actions={
        <a
          href={`${paths.dashboard('admin', 'mails')}?filter=waiting`}
          className={buttonClass('secondary', 'sm')}
        >
          See Emails
        </a>
      }
    >
      <p className="text-ink">{stuck.answer}</p>
      <p>
        Since <When iso={stuck.since} />. They go out once the server takes them.
      </p>
    </AdminNeed>
  );
}

function Mail({ mail, onChanged }: { mail: AdminMail; onChanged: () => void }) {
  const again = useAction(async () => {
    await resendMail(mail.id);
    void toast.success(ADMIN_TOASTS.mailResent);
    onChanged();
  }, ADMIN_TOASTS.resendFailed);
  const settle = useAction(async () => {
    await settleMail(mail.id);
    void toast.success(ADMIN_TOASTS.mailSettled);
    onChanged();
  }, ADMIN_TOASTS.settleMailFailed);
  const about = `${spokenName(mail.kind)} to ${mail.to ?? 'a deleted account'}`;
  return (
    <AdminNeed
      title={about}
      actions={
        <>
          <Button
            size="sm"
            busy={again.busy}
            aria-label={`Send again: ${about}`}
            onClick={() => void again.run()}
          >
            Send Again
          </Button>
          <SmallButton
            busy={settle.busy}
            aria-label={`Dismiss: ${about}`}
            onClick={() => void settle.run()}
          >
            Dismiss
          </SmallButton>
        </>
      }
    >
      {mail.answer && <p className="text-ink">{mail.answer}</p>}
      <p>
        <When iso={mail.created_at} />
      </p>
    </AdminNeed>
  );
}

function Rule({ rule, onChanged }: { rule: OldRule; onChanged: () => void }) {
  const { busy, run } = useRuleCheck(rule, onChanged);
  return (
    <AdminNeed
      title={`${rule.city}: ${rule.title}`}
      actions={
        <Button
          size="sm"
          busy={busy}
          aria-label={`Mark as checked: ${rule.title}`}
          onClick={() => void run()}
        >
          Mark as Checked
        </Button>
      }
    >
      <p>
        <a
          href={rule.source_url}
          target="_blank"
          rel="nofollow noopener"
          className="underline underline-offset-2"
        >
          Read the source
        </a>{' '}
        <span>{`· Checked ${monthAndYear(rule.checked_on)}`}</span>
      </p>
    </AdminNeed>
  );
}
