import { relativeDate, shortDate } from '#lib/format.ts';

/** When something happened: '3 days ago', with the day itself on pointing at it. */
export function When({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={shortDate(iso)}>
      {relativeDate(iso)}
    </time>
  );
}
