/**
 * Before `npm start`, which begins with `exec` so that no shell stands between npm and the server, where signals to npm
 * would end. cmd.exe knows no such word: there it is a file beside the other commands that npm finds.
 */
const { writeFileSync } = require('node:fs');
const path = require('node:path');

if (process.platform === 'win32')
  writeFileSync(path.join(__dirname, '../node_modules/.bin/exec.cmd'), '@%*\r\n');
