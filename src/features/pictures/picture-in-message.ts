export interface PictureInMessage {
  /** What it is called; read in place of it, too. */
  name: string;
  /** Its address; undefined while one is asked for, null when none came. */
  src: string | null | undefined;
  /** In place of one that is not there. */
  absent?: string | undefined;
}
