import { createRoot } from 'react-dom/client';
import { type BellProps, NoticeBell } from './NoticeBell.tsx';

/**
 * A bell in a page without an application; gives what shows it anew, or nothing for who has left. The place that the
 * page keeps for it is as high as the logo, and less than a finger needs.
 */
export function mountBell(host: HTMLElement): (props: BellProps | null) => void {
  const root = createRoot(host);
  return (props) =>
    root.render(
      props && (
        <div className="-m-1">
          <NoticeBell {...props} />
        </div>
      ),
    );
}
