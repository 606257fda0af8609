interface ProgressProps {
  label: string;
  /** 0 to 1; leave out while the length is unknown. */
  value?: number | undefined;
}

/** A progress bar with its name above it. */
export function Progress({ label, value }: ProgressProps) {
  return (
    <label className="flex flex-col gap-1 text-ink-2 text-sm">
      <span className="flex justify-between gap-3">
        <span className="truncate">{label}</span>
        {value !== undefined && (
          <span className="tabular-nums">{`${Math.round(value * 100)}%`}</span>
        )}
      </span>
      <progress
        max={1}
        value={value}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-leaf [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-leaf"
      />
    </label>
  );
}
