import { LANGUAGE, type Language } from '#config/language.ts';
import { SITE } from '#config/site.ts';
import { shortDate } from '#lib/wall-time.ts';
import type { Agreement } from './agreement.ts';
import { COUNTS, FOR_READING } from './agreement-sentence.ts';
import { agreementText, readingLanguage } from './agreement-text.ts';
import { type AgreementPhotos, MarkedWall } from './MarkedWall.tsx';
import { type AgreementVersion, signatureLine } from './signature.ts';

/** Of the version that Print is about. */
export const PRINTED_ID = 'agreement-text';

interface Props {
  version: AgreementVersion;
  photos: AgreementPhotos;
  /** The one that Print is about. */
  printed?: boolean;
}

/** A version as both read it, in the language that counts and in the other one, with who signed it. */
export function AgreementDocument({ version, photos, printed }: Props) {
  const agreement = version.body;
  const reading = readingLanguage(agreement);
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
      <p className="font-semibold">{COUNTS[agreement.language]}</p>
      {/* Who reads the page in it begins with it. */}
      <details open={reading === LANGUAGE || undefined}>
        <summary className="min-h-11 cursor-pointer py-2 font-semibold">
          {FOR_READING[reading]}
        </summary>
        <div className="flex flex-col gap-5 border-line border-l-4 pl-4">
          {clausesOf(agreement, reading)}
        </div>
      </details>
      {clausesOf(agreement, agreement.language, photos)}
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

/** The text in a language; the one that counts shows the wall. */
const clausesOf = (agreement: Agreement, language: Language, photos?: AgreementPhotos) =>
  agreementText(agreement, language).map(({ title, lines, lang = language, namesWall }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two clauses may have one title
    <section key={place} lang={unless(LANGUAGE, lang)} className="flex flex-col gap-1">
      <h4 className="font-semibold">{title}</h4>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one fixed text, two of which may be the same
        <p key={at} lang={line.lang && unless(lang, line.lang)}>
          {line.text}
        </p>
      ))}
      {photos && namesWall && agreement.photo !== null && agreement.corners && (
        <div lang={unless(lang, LANGUAGE)}>
          <MarkedWall {...photos} photo={agreement.photo} corners={agreement.corners} />
        </div>
      )}
    </section>
  ));

/** A language, unless what it is in is in it already. */
const unless = (around: Language, lang: Language) => (lang === around ? undefined : lang);
