import { useCallback, useState } from 'react';
import { bars, chartDay, type DayValue, gridlines, namedDays } from './chart.ts';

const TALL = 180;
/** Widest digit, in sizes of the letters. */
const DIGIT = 0.65;

/** The width that the parent gives and the size of its letters, in pixels: drawn one to one, both stay as they are. */
function useRoom() {
  const [room, setRoom] = useState({ width: 720, letter: 12 });
  const measure = useCallback((node: Element | null) => {
    if (!node) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const letter = Number.parseFloat(getComputedStyle(node).fontSize);
      setRoom({ width: Math.max(200, Math.round(entry.contentRect.width)), letter });
    });
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return [room, measure] as const;
}

interface Props {
  days: readonly DayValue[];
  /** What it says, for those who do not see it. */
  summary: string;
  height?: number;
  /** A value in words; as a number without it. */
  text?: (value: number) => string;
}

export function BarChart({ days, summary, height = TALL, text = String }: Props) {
  const [{ width, letter }, measure] = useRoom();
  const lines = gridlines(Math.max(0, ...days.map(({ value }) => value)), height / 45);
  const top = lines.at(-1) ?? 1;
  const left = Math.max(letter * 3, String(top).length * letter * DIGIT + 8);
  const bottom = letter * 2;
  const yOf = (value: number) => height - (value / top) * height + 8;
  const slot = (width - left) / days.length;
  return (
    <div ref={measure} className="text-xs">
      <svg
        role="img"
        aria-label={summary}
        viewBox={`0 0 ${width} ${height + bottom + 8}`}
        className="h-auto w-full overflow-visible fill-ink-2"
      >
        {lines.map((value) => (
          <g key={value}>
            <line className="stroke-line" x1={left} x2={width} y1={yOf(value)} y2={yOf(value)} />
            <text x={left - 8} y={yOf(value) + 4} textAnchor="end">
              {value}
            </text>
          </g>
        ))}
        <g className="fill-river" transform={`translate(${left} 8)`}>
          {bars(days, top, width - left, height).map((bar) => (
            <rect key={bar.day} x={bar.x} y={bar.y} width={bar.width} height={bar.height} rx={2}>
              <title>{`${chartDay(bar.day)}: ${text(bar.value)}`}</title>
            </rect>
          ))}
        </g>
        {namedDays(days.length, (width - left) / letter).map((i) => (
          <text
            key={i}
            x={left + (i + 0.5) * slot}
            y={height + bottom + 4}
            textAnchor={i === 0 ? 'start' : i === days.length - 1 ? 'end' : 'middle'}
          >
            {chartDay(days[i]?.day ?? '')}
          </text>
        ))}
      </svg>
    </div>
  );
}
