import { SITE } from '#config/site.ts';
import { shortDate } from '#lib/wall-time.ts';
import { agreementText, signatureLine } from './agreement-text.ts';
import { type AgreementPhotos, MarkedWall } from './MarkedWall.tsx';
import type { AgreementVersion } from './signature.ts';

/** Of the version that Print is about. */
export const PRINTED_ID = 'agreement-text';

interface Props {
  version: AgreementVersion;
  photos: AgreementPhotos;
  /** The one that Print is about. */
  printed?: boolean;
}

/** A version as both read it, with who signed it. */
export function AgreementDocument({ version, photos, printed }: Props) {
  const agreement = version.body;
  return (
    <article
      aria-label={`Agreement, version ${version.version}`}
      id={printed ? PRINTED_ID : undefined}
      className="flex flex-col gap-5 rounded-card border border-line bg-paper p-5 wrap-anywhere"
    >
      <div className="hidden print:block">
        <p className="font-display text-2xl">{`${SITE.name}: Agreement of ${agreement.artist} and ${agreement.client}`}</p>
        <p>{`Version ${version.version} of ${shortDate(version.created_at)}`}</p>
      </div>
      {agreementText(agreement).map(({ title, lines, namesWall }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two clauses may have one title
        <section key={place} className="flex flex-col gap-1">
          <h4 className="font-semibold">{title}</h4>
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of one fixed text, two of which may be the same
            <p key={at}>{line}</p>
          ))}
          {namesWall && agreement.photo !== null && agreement.corners && (
            <MarkedWall {...photos} photo={agreement.photo} corners={agreement.corners} />
          )}
        </section>
      ))}
      <section className="flex flex-col gap-1">
        <h4 className="font-semibold">Signatures</h4>
        {version.signatures.length === 0 && <p>None yet.</p>}
        {version.signatures.map((signature) => (
          <p key={signature.side}>{signatureLine(signature)}</p>
        ))}
        <p className="text-ink-2 text-xs">
          <span>{`Version ${version.version}`}</span>
          <span className="hidden print:inline">{`, SHA-256 ${version.hash}`}</span>
        </p>
      </section>
    </article>
  );
}
