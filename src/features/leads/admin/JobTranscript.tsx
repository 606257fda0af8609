import { useCallback } from 'react';
import { AgreementDocument } from '#features/agreements/AgreementDocument.tsx';
import { withTax } from '#features/agreements/sales-tax.ts';
import { PartNotes } from '#features/payments/PartNotes.tsx';
import { partLine, receivedLine } from '#features/payments/payment.ts';
import { SKETCHES } from '#features/pictures/buckets.ts';
import { pictureAddresses } from '#features/pictures/message-pictures.api.ts';
import { Pictures } from '#features/pictures/Pictures.tsx';
import { useAddresses } from '#features/pictures/use-addresses.ts';
import { wallPaths } from '#features/requests/photos/lead-photos.api.ts';
import { dollars } from '#lib/format.ts';
import type { Transcript } from './conversations.api.ts';

interface Props {
  lead: string;
  artist: { id: string; name: string };
  transcript: Transcript;
}

/** The agreement, the money and the sketches of a job as both sides see them, for an admin, who does nothing in them. */
export function JobTranscript({ lead, artist, transcript }: Props) {
  const { agreement, money, sketches } = transcript;
  const walls = useCallback(() => wallPaths({ lead, artist: artist.id }), [lead, artist.id]);
  const versions = [agreement.current, agreement.in_force].flatMap((version) => version ?? []);
  return (
    <div className="space-y-3 empty:hidden">
      {versions.map((version) => (
        <details key={version.version}>
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">
            {`Agreement, version ${version.version}`}
          </summary>
          <AgreementDocument version={version} photos={{ walls }} />
        </details>
      ))}
      {money && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">
            {`Money: ${receivedLine(money)}`}
          </summary>
          <ol className="divide-y divide-line">
            {money.parts.map((part) => (
              <li key={part.id} className="space-y-2 py-3">
                <p className="font-semibold">
                  {`${part.label}: ${withTax(dollars(part.amount), money.tax)}`}
                </p>
                <p>{partLine(money, part)}</p>
                <PartNotes money={money} part={part} />
              </li>
            ))}
          </ol>
        </details>
      )}
      {sketches && sketches.versions.length > 0 && (
        <Sketches sketches={sketches} artist={artist.name} />
      )}
    </div>
  );
}

const sketchAddresses = (paths: readonly string[]) =>
  pictureAddresses(paths, undefined, SKETCHES.name);

interface SketchesProps {
  sketches: NonNullable<Transcript['sketches']>;
  artist: string;
}

function Sketches({ sketches: { versions, approved }, artist }: SketchesProps) {
  const paths = versions.map(({ path }) => path);
  const { urls, again } = useAddresses(paths, sketchAddresses);
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">Sketches</summary>
      <ol className="space-y-4">
        {versions.map(({ number, path, pins }) => {
          const name = `Version ${number}${number === approved ? ', approved' : ''}`;
          return (
            <li key={number} className="space-y-2">
              <p>{name}</p>
              <Pictures pictures={[{ name, src: urls[path] }]} onAgain={() => again(paths)} />
              {pins.map((pin) => (
                <p key={pin.id} className="wrap-anywhere">
                  {`${pin.side === 'artist' ? artist : 'Client'}: ${pin.body}`}
                </p>
              ))}
            </li>
          );
        })}
      </ol>
    </details>
  );
}
