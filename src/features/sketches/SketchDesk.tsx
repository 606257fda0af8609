import { useRef, useState } from 'react';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { plural } from '#lib/format.ts';
import { buttonClass } from '#ui/Button.tsx';
import { cx } from '#ui/cx.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { PartHeading, titleId } from '#ui/PartHeading.tsx';
import { Comments } from './Comments.tsx';
import { Rounds } from './Rounds.tsx';
import { SendSketch } from './SendSketch.tsx';
import { ShownVersion } from './ShownVersion.tsx';
import { SketchAnswer } from './SketchAnswer.tsx';
import { stateLine } from './sketch.ts';
import { useSketches } from './use-sketches.ts';

interface Props {
  job: AssignmentKey;
  /** The photos of the wall, for the artist, who lays sketches on them: their paths. */
  walls?: () => Promise<string[]>;
}

/** The versions of a sketch, one of them large, with what is pinned to it and what either side can do. */
export function SketchDesk({ job, walls }: Props) {
  const desk = useSketches(job);
  const { sketches, pins } = desk;
  const [chosen, choose] = useState<number | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const change = (number: number) => {
    // What stands below keeps its place while the other version loads.
    const style = frame.current?.style;
    style?.removeProperty('min-height');
    style?.setProperty('min-height', `${frame.current?.offsetHeight}px`);
    choose(number);
  };
  if (!sketches && desk.failed)
    return <LoadFailed text="The sketches didn’t load." onRetry={desk.reload} />;
  if (!sketches) return null;
  const { versions, side, rounds, rounds_left, approved, approved_hash } = sketches;
  const sends = walls && sketches.can.includes('send');
  if (versions.length === 0 && !sends && sketches.state !== 'locked') return null;
  // Who is writing about a version stays with it when another arrives.
  const wanted = chosen ?? pins.draft?.version ?? approved;
  const shown = versions.find(({ number }) => number === wanted) ?? versions.at(-1);
  return (
    <section
      aria-labelledby={titleId('sketches')}
      className="flex min-w-0 flex-col gap-5 rounded-card border border-line p-4 sm:p-5"
    >
      <PartHeading
        id="sketches"
        as={walls ? 'h3' : 'h2'}
        title="Sketches"
        line={stateLine(sketches)}
      />
      <p className="text-ink-2 text-sm">
        {`${rounds_left} of ${plural(rounds, 'round')} of changes left`}
      </p>
      {versions.length > 1 && (
        <fieldset aria-label="Versions" className="flex flex-wrap items-center gap-2">
          <span aria-hidden="true" className="font-semibold">
            Version
          </span>
          {versions.map(({ number }) => (
            <button
              key={number}
              type="button"
              aria-label={number === approved ? `Version ${number}, approved` : `Version ${number}`}
              aria-pressed={number === shown?.number}
              className={cx(
                buttonClass('secondary'),
                'min-w-11 px-3!',
                number === shown?.number && 'border-brand! font-bold underline',
              )}
              onClick={() => change(number)}
            >
              <span>{number}</span>
              {number === approved && <span aria-hidden="true">✓</span>}
            </button>
          ))}
        </fieldset>
      )}
      {shown && (
        <>
          <div ref={frame}>
            <ShownVersion key={shown.hash + shown.number} desk={desk} version={shown} />
          </div>
          <Comments desk={desk} version={shown} side={side} />
          {/* What is being typed goes out before anything is decided. */}
          {!(sketches.can.includes('pin') && pins.draft?.version === shown.number) && (
            <SketchAnswer desk={desk} sketches={sketches} version={shown} />
          )}
        </>
      )}
      <Rounds desk={desk} sketches={sketches} />
      {approved_hash && (
        <p className="text-ink-2 text-xs wrap-anywhere">
          {`Fingerprint (SHA-256): ${approved_hash}`}
        </p>
      )}
      {sends && (
        <SendSketch
          desk={desk}
          next={versions.length + 1}
          walls={walls}
          onSent={() => choose(null)}
        />
      )}
    </section>
  );
}
