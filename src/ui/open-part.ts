import { lookAt } from './hooks/use-refocus.ts';

type Opener = (heading: string) => void;
const openers = new Set<Opener>();

/** Calls with the id of each heading that somebody is led to; gives what ends that. */
export function onPartOpened(open: Opener): () => void {
  openers.add(open);
  return () => void openers.delete(open);
}

/**
 * Leads to a heading by its id, also in a tab that is not open. Not by an address: that may hold the link of the request.
 * What is still loading is waited for. `within` is what has the focus instead where its section has it.
 */
export function openPart(heading: string, within = ''): void {
  for (const open of openers) open(heading);
  reach(heading, within, 50);
}

function reach(id: string, within: string, tries: number): void {
  const heading = document.getElementById(id);
  // It is hidden until its tab is drawn.
  if (!heading?.offsetParent) {
    if (tries > 0) setTimeout(reach, 100, id, within, tries - 1);
    return;
  }
  heading.tabIndex = -1;
  lookAt((within && heading.parentElement?.querySelector<HTMLElement>(within)) || heading);
}
