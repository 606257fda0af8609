import { createTransport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { secured } from './secured-server.ts';

it.each([
  ['smtp://mail.example.com:587', 'smtp://mail.example.com:587?requireTLS=true'],
  ['smtp://u:p@mail.example.com', 'smtp://u:p@mail.example.com?requireTLS=true'],
  ['smtp://mail:25?tls=off', 'smtp://mail:25'],
  ['smtps://mail.example.com', 'smtps://mail.example.com'],
  ['SMTP://u:p@Mail.example.com:25', 'smtp://u:p@Mail.example.com:25?requireTLS=true'],
  ['SMTPS://mail.example.com', 'smtps://mail.example.com'],
  ['smtp://u:p@mail.example.com:465', 'smtps://u:p@mail.example.com:465'],
  ['smtp://mail.example.com?requireTLS=false', 'smtp://mail.example.com?requireTLS=true'],
  ['smtp://mail.example.com?secured=true', 'smtp://mail.example.com?requireTLS=true'],
  ['smtp://127.0.0.1:1025', 'smtp://127.0.0.1:1025'],
  ['smtp://localhost:1025', 'smtp://localhost:1025'],
  ['smtp://[::1]:1025', 'smtp://[::1]:1025'],
  ['smtp://10.0.0.1:25', 'smtp://10.0.0.1:25?requireTLS=true'],
  ['smtp://localhost.example.com', 'smtp://localhost.example.com?requireTLS=true'],
])('%s is called as %s', (url, called) => {
  expect(secured(url)).toBe(called);
});

let server: SMTPServer | undefined;
afterEach(() => new Promise<void>((done) => (server ? server.close(() => done()) : done())));

/** A server without TLS, which notes what it was told. */
async function plainServer() {
  const names: string[] = [];
  server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username = '' }, _, done) => {
      names.push(username);
      done(null, { user: username });
    },
  });
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', () => done()));
  const { port } = server.server.address() as { port: number };
  return { names, port };
}

it('tells a name and a password to no server without TLS, unless that is asked for', async () => {
  const { names, port } = await plainServer();
  // As it is called on another machine.
  const url = secured(`smtp://me:secret@mail.example.com:${port}`).replace(
    'mail.example.com',
    '127.0.0.1',
  );
  await expect(createTransport(url).verify()).rejects.toThrow(/STARTTLS/);
  expect(names).toEqual([]);
  await createTransport(secured(`smtp://me:secret@127.0.0.1:${port}`)).verify();
  expect(names).toEqual(['me']);
});
