/** What the walk needs of a browser: the rest is the same in all of them. */
export interface Browser {
  name: string;
  open(url: string): Promise<void>;
  url(): Promise<string>;
  /** Runs the text of a function in the page; arguments and answer travel as JSON. */
  run<T>(code: string, ...args: unknown[]): Promise<T>;
  /** The element that a function in the page returns, or null. */
  find(code: string, ...args: unknown[]): Promise<Handle | null>;
  back(): Promise<void>;
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** An element, operated as a person would. */
export interface Handle {
  click(): Promise<void>;
  /** Types at the end of what stands there. */
  type(text: string): Promise<void>;
  press(key: 'Escape' | 'ArrowRight'): Promise<void>;
  upload(files: string[]): Promise<void>;
}
