import { createRoot } from 'react-dom/client';
import { type BellProps, NoticeBell } from './NoticeBell.tsx';

/** A bell in a page without an application; gives what shows it anew, or nothing for who has left. */
export function mountBell(host: HTMLElement): (props: BellProps | null) => void {
  const root = createRoot(host);
  return (props) => root.render(props && <NoticeBell {...props} />);
}
