import { useCallback, useState } from 'react';
import { bars, type DayValue, dayLabel, gridlines } from './chart.ts';

const TALL = 180;
const LEFT = 36;
const BOTTOM = 24;

/** The width that the parent gives, in pixels: drawn one to one, letters keep their size on every screen. */
function useWidth(): [number, (node: Element | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(720);
  const measure = useCallback((node: Element | null) => {
    if (!node) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.max(200, Math.round(entry.contentRect.width)));
    });
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return [width, measure];
}

interface Props {
  days: readonly DayValue[];
  /** What it says, for those who do not see it. */
  summary: string;
  height?: number;
  /** A value in words; as a number without it. */
  text?: (value: number) => string;
}

/** A value a day as bars. */
export function BarChart({ days, summary, height = TALL, text = String }: Props) {
  const [width, measure] = useWidth();
  const lines = gridlines(Math.max(0, ...days.map(({ value }) => value)), height / 45);
  const top = lines.at(-1) ?? 1;
  const yOf = (value: number) => height - (value / top) * height + 8;
  const named = new Set([0, Math.floor(days.length / 2), days.length - 1]);
  const slot = (width - LEFT) / days.length;
  return (
    <div ref={measure}>
      <svg
        role="img"
        aria-label={summary}
        viewBox={`0 0 ${width} ${height + BOTTOM + 8}`}
        className="h-auto w-full overflow-visible fill-ink-2 text-xs"
      >
        {lines.map((value) => (
          <g key={value}>
            <line className="stroke-line" x1={LEFT} x2={width} y1={yOf(value)} y2={yOf(value)} />
            <text x={LEFT - 8} y={yOf(value) + 4} textAnchor="end">
              {value}
            </text>
          </g>
        ))}
        <g className="fill-river" transform={`translate(${LEFT} 8)`}>
          {bars(days, top, width - LEFT, height).map((bar) => (
            <rect key={bar.day} x={bar.x} y={bar.y} width={bar.width} height={bar.height} rx={2}>
              <title>{`${dayLabel(bar.day)}: ${text(bar.value)}`}</title>
            </rect>
          ))}
        </g>
        {[...named].map((i) => (
          <text
            key={i}
            x={LEFT + (i + 0.5) * slot}
            y={height + BOTTOM + 4}
            textAnchor={i === 0 ? 'start' : i === days.length - 1 ? 'end' : 'middle'}
          >
            {dayLabel(days[i]?.day ?? '')}
          </text>
        ))}
      </svg>
    </div>
  );
}
