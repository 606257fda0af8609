/** The names of all commands, those that package.json leaves out too. */
export const COMMANDS: readonly string[];
/** The oldest Node that a command runs on: major and minor. */
export const OLDEST: readonly number[];
/** Reads a file of settings (`.env`) for the commands that take any. */
export function loadSettings(name: string, file?: string): void;
/** Why nothing can run here, in one sentence; null when all is well. */
export function problem(version: string, installed: boolean, pinned: boolean): string | null;
