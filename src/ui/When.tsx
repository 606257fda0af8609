import { relativeDate } from '#lib/format.ts';
import { shortDate } from '#lib/wall-time.ts';

/** When something happened: '3 days ago', with the day itself on pointing at it. */
export function When({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={shortDate(iso)}>
      {relativeDate(iso)}
    </time>
  );
}
