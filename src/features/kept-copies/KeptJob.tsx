import { useRef } from 'react';
import { AgreementDocument } from '#features/agreements/AgreementDocument.tsx';
import { type Money, noteLine, partLine, receivedLine } from '#features/payments/payment.ts';
import { dollars } from '#lib/format.ts';
import { wordFor } from '#lib/options.ts';
import { momentLabel, shortDate } from '#lib/wall-time.ts';
import { Button } from '#ui/Button.tsx';
import { Folded } from '#ui/Folded.tsx';
import { printOne } from '#ui/print-one.ts';
import { causeLine, endLine, type KeptCopy, keptUntil, messageText } from './kept-copy.ts';

/** Photos are not kept. */
const NO_PHOTOS = { walls: () => Promise.resolve([]) };

/** A copy of a job, to be read and printed. */
export function KeptJob({ copy }: { copy: KeptCopy }) {
  const paper = useRef<HTMLElement>(null);
  const { side, agreement, payments, messages } = copy;
  const end = endLine(copy);
  const title = (
    <h3 className="inline font-display text-xl">{side === 'client' ? copy.artist : copy.client}</h3>
  );
  return (
    <Folded title={title} line={`${causeLine(copy, side)} on ${shortDate(copy.sealed_at)}`}>
      <article
        ref={paper}
        aria-label={`Copy of ${copy.reference}`}
        className="flex flex-col gap-6 wrap-anywhere"
      >
        <p>{`Request ${copy.reference}: ${copy.artist} (artist) and ${copy.client} (client). ${keptUntil(copy)}`}</p>
        {end && <p>{end}</p>}
        {agreement?.versions.map((version) => (
          <AgreementDocument key={version.version} version={version} photos={NO_PHOTOS} />
        ))}
        {payments && <Payments money={payments} />}
        {messages.length > 0 && <Messages copy={copy} />}
      </article>
      <Button variant="secondary" className="self-start" onClick={() => printOne(paper.current)}>
        Print Copy
      </Button>
    </Folded>
  );
}

function Payments({ money }: { money: Money }) {
  return (
    <section className="flex flex-col gap-3">
      <h4 className="font-semibold">{`Payments: ${receivedLine(money)}`}</h4>
      {money.parts.map((part) => (
        <section key={part.id} className="border-line border-l-2 pl-4">
          <h5>{`${wordFor(part.label)}: ${dollars(part.amount)}. ${partLine(money, part)}`}</h5>
          <ol className="text-sm">
            {money.notes
              .filter((note) => note.part === part.id)
              .map((note) => (
                <li key={note.id}>
                  <span>{`${momentLabel(note.created_at)}: ${noteLine(money, note)}`}</span>
                  {note.note && <p className="whitespace-pre-line">{note.note}</p>}
                </li>
              ))}
          </ol>
        </section>
      ))}
    </section>
  );
}

function Messages({ copy }: { copy: KeptCopy }) {
  return (
    <section className="flex flex-col gap-3">
      <h4 className="font-semibold">Messages</h4>
      <ol className="flex flex-col gap-3">
        {copy.messages.map((message, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a copy never changes
          <li key={place}>
            <p className="text-ink-2 text-sm">
              {`${message.sender === 'client' ? copy.client : copy.artist}, ${momentLabel(message.created_at)}`}
            </p>
            <p className="whitespace-pre-line">{messageText(message)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
