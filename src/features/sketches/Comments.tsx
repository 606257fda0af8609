import { useEffect, useRef } from 'react';
import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import { useRefocus } from '#ui/hooks/use-refocus.ts';
import { When } from '#ui/When.tsx';
import type { SketchSide, SketchVersion } from './sketch.ts';
import type { SketchDeskState } from './use-sketches.ts';

export const commentId = (pin: string) => `sketch-comment-${pin}`;

interface Props {
  desk: SketchDeskState;
  version: SketchVersion;
  side: SketchSide;
}

/** What is pinned to a version, what is on its way there, and the comment that is being typed. */
export function Comments({ desk, version, side }: Props) {
  const { pins, sketches } = desk;
  const sent = new Set(version.pins.map(({ key }) => key));
  const waiting = pins.outgoing.filter(
    ({ version: of, key }) => of === version.number && !sent.has(key),
  );
  const author = (of: SketchSide) =>
    of === side ? 'You' : of === 'client' ? 'The client' : 'The artist';
  return (
    <div className="flex flex-col gap-4">
      {version.pins.length + waiting.length > 0 && (
        <ol aria-label="Comments" className="flex flex-col gap-3">
          {version.pins.map((pin, n) => (
            <li key={pin.id} id={commentId(pin.id)} tabIndex={-1} className="flex gap-3">
              <strong>{n + 1}</strong>
              <div className="min-w-0">
                <p className="text-ink-2 text-sm">
                  <span>{author(pin.side)}</span> · <When iso={pin.created_at} />
                </p>
                <p className="whitespace-pre-line wrap-anywhere">{pin.body}</p>
              </div>
            </li>
          ))}
          {waiting.map((pin) => (
            <li key={pin.key} className="flex gap-3 text-ink-2">
              <span aria-hidden="true">…</span>
              <div className="min-w-0">
                <p className="text-sm">On its way</p>
                <p className="whitespace-pre-line wrap-anywhere">{pin.body}</p>
              </div>
            </li>
          ))}
        </ol>
      )}
      {sketches?.events.map(
        ({ id, note, version: of }) =>
          Boolean(note) &&
          of === version.number && (
            <div key={id}>
              <p className="text-ink-2 text-sm">{author('client')}</p>
              <blockquote className="border-accent border-l-4 pl-4 whitespace-pre-line wrap-anywhere">
                {note}
              </blockquote>
            </div>
          ),
      )}
      {sketches?.can.includes('pin') && <Writing desk={desk} version={version} />}
    </div>
  );
}

function Writing({ desk, version }: Pick<Props, 'desk' | 'version'>) {
  const { pins } = desk;
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const begun = pins.draft?.version === version.number;
  useRefocus(begun, () => button.current);
  useEffect(() => {
    if (begun) form.current?.querySelector('textarea')?.focus({ preventScroll: true });
  }, [begun]);
  const { draft } = pins;
  if (!draft || !begun)
    return (
      <Button
        ref={button}
        variant="secondary"
        className="self-start"
        onClick={() => pins.place(version.number, 0.5, 0.5)}
      >
        Pin a Comment
      </Button>
    );
  return (
    <form
      ref={form}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.body.trim() && draft.body.length <= LIMITS.pin) pins.send();
      }}
    >
      <FormField
        label="Your comment"
        hint="Press the sketch to move its pin."
        required
        name="comment"
        limit={LIMITS.pin}
        value={draft.body}
        onText={pins.type}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={!draft.body.trim() || draft.body.length > LIMITS.pin}>
          Pin Comment
        </Button>
        <Button variant="secondary" onClick={pins.discard}>
          Discard
        </Button>
      </div>
    </form>
  );
}
