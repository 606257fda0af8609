import { lazyPart } from '#ui/lazy-part.tsx';

/** The diary of an accepted job; its code comes where there is one. */
export const DiarySection = lazyPart(() => import('./Diary.tsx').then(({ Diary }) => Diary));
