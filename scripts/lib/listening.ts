import { type Help, readArguments } from './arguments.ts';

const OPTIONS = { port: { type: 'string' }, host: { type: 'string' } } as const;

/** For a command that listens: `--port` and `--host` stand for PORT and HOST, which are read after this. */
export function readListening(help: Omit<Help, 'rows'>): void {
  const rows = [
    ['--port N', 'where it listens, in place of PORT (4321)'],
    ['--host ADDRESS', 'in place of HOST (127.0.0.1)'],
  ] as const;
  const { values } = readArguments({ ...help, rows }, { options: OPTIONS });
  if (values.port !== undefined) process.env.PORT = values.port;
  if (values.host !== undefined) process.env.HOST = values.host;
}
