import type { ChangeEvent } from 'react';
import { buttonClass } from '#ui/Button.tsx';
import { cx } from '#ui/cx.ts';

interface Props {
  label: string;
  accept: string;
  multiple?: boolean;
  /** Takes a photo at once, on devices that can. */
  capture?: 'environment';
  disabled?: boolean;
  onFiles: (files: File[]) => void;
}

/** A file input that looks like a button; the input itself stays reachable by keyboard and screen reader. */
export function FilePicker({ label, accept, multiple, capture, disabled, onFiles }: Props) {
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // So that the same file can be chosen again after a failure.
    event.target.value = '';
    if (files.length > 0) onFiles(files);
  };
  return (
    <label
      className={cx(
        buttonClass('secondary'),
        'relative has-focus-visible:outline-2 has-focus-visible:outline-offset-2',
        disabled && 'opacity-60',
      )}
    >
      {/* biome-ignore lint/correctness/noRestrictedElements: nothing but a person chooses files. */}
      <input
        type="file"
        accept={accept}
        multiple={multiple}
        capture={capture}
        disabled={disabled}
        onChange={pick}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      {/* Above the field: a press on the words is a press on the label. */}
      <span className="relative">{label}</span>
    </label>
  );
}
