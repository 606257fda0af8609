/**
 * `node scripts/run.cjs NAME …`: every command, in package.json or not, goes through here, because an old Node cannot
 * even read the TypeScript behind it. In words that Node 16 knows, so that it can say what to do.
 */
const { existsSync, readdirSync } = require('node:fs');
const nodeModule = require('node:module');
const path = require('node:path');
const { pathToFileURL } = require('node:url');

/** Reads TypeScript as it is, and has what the product uses. */
const OLDEST = [22, 22];

/** Every command there is: those of package.json, and those that few people need. */
const COMMANDS = readdirSync(__dirname)
  .filter((file) => /^[a-z-]+\.ts$/.test(file))
  .map((file) => file.slice(0, -3));

function problem(version, installed, pinned) {
  if (!installed) return 'The packages are not installed: run "npm ci" first.';
  if (isNewEnough(version)) return null;
  const needs = `This needs Node ${OLDEST.join('.')} or newer, and here is ${version}:`;
  return pinned
    ? `${needs} start it with npm, as in "npm start" or "npx node scripts/run.cjs NAME": npm takes the Node that "npm ci" has installed.`
    : `${needs} the Node that "npm ci" should have installed is missing, because install scripts are switched off; run "npm ci --ignore-scripts=false", or install a newer Node.`;
}

function isNewEnough(version) {
  const [major, minor] = version.slice(1).split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

const has = (file) => existsSync(path.join(__dirname, '../node_modules', file));

/** TypeScript is read once, by this process and those it starts; where nothing can be kept, each reads it again. */
function keepCompiled() {
  if (process.env.NODE_DISABLE_COMPILE_CACHE) return;
  process.env.NODE_COMPILE_CACHE ||= path.join(__dirname, '../node_modules/.cache/compiled');
  nodeModule.enableCompileCache(process.env.NODE_COMPILE_CACHE);
}

/** Commands that work on whatever is set up here; tests and measurements must never meet it. */
const READ_SETTINGS = /^(start|dev|build|rebuild|admin|doctor|backup|restore|db-move|db-reset)$/;

/** What the environment sets already stays as it is. */
function loadSettings(name, file = path.join(__dirname, '../.env')) {
  if (READ_SETTINGS.test(name) && existsSync(file)) process.loadEnvFile(file);
}

/**
 * Ends this process as SIGTERM does when the npm that has started it is gone: npm passes on SIGTERM and SIGINT, and dies
 * alone of all else. Any other parent may end, as the shell of `node scripts/run.cjs start &` does.
 */
function endWithNpm(name) {
  if (process.env.npm_lifecycle_event !== name) return;
  const npm = process.ppid;
  const watching = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watching);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watching.unref();
}

async function run(name, args) {
  const script = path.join(__dirname, `${name}.ts`);
  endWithNpm(name);
  loadSettings(name);
  keepCompiled();
  // The command finds its arguments where it would without this launcher.
  process.argv = [process.argv[0], script, ...args];
  await import(pathToFileURL(script).href);
}

if (require.main === module) {
  const [, , name, ...args] = process.argv;
  const isKnown = COMMANDS.includes(name);
  const fault = isKnown
    ? problem(process.version, has('astro/package.json'), has('.bin/node'))
    : `Name one of the commands: ${COMMANDS.join(', ')}.`;
  if (name === '--help') {
    console.log(`node scripts/run.cjs NAME [--help]\n\nNAME is one of ${COMMANDS.join(', ')}.`);
  } else if (fault) {
    console.error(fault);
    process.exitCode = isKnown ? 1 : 2;
  } else {
    run(name, args).catch((error) => {
      // Ends as Node does on an error that nobody caught.
      setImmediate(() => {
        throw error;
      });
    });
  }
}

module.exports = { COMMANDS, OLDEST, loadSettings, problem };
