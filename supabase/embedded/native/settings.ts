import { StartupError } from '../base/errors.ts';

/** Fit for a small machine. An operator with a larger one sets POSTGRES_OPTIONS, which comes last. */
const DEFAULTS: Record<string, string> = {
  max_connections: '60',
  shared_buffers: '64MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  min_wal_size: '48MB',
  max_wal_size: '512MB',
  // What a backup has not fetched does not fill the disk.
  max_slot_wal_keep_size: '2GB',
  // A query for a page is short: threads and compiled plans cost more than they give.
  max_worker_processes: '2',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  // What was acknowledged is on the disk.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // Leftovers of a client that went away do not hold locks for ever.
  idle_in_transaction_session_timeout: '60s',
  client_connection_check_interval: '2s',
  logging_collector: 'on',
  log_rotation_age: '1d',
  log_rotation_size: '10MB',
  log_truncate_on_rotation: 'on',
  log_filename: 'postgres-%a.log',
  log_line_prefix: '%m [%p] %a ',
  // Statements and their errors carry what people typed; what concerns the server itself is above them.
  log_statement: 'none',
  log_min_error_statement: 'panic',
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** Where the server listens and writes; these are not for operators to change. */
interface Places {
  logDir: string;
  /** A folder for the socket; null listens on `port` of the loopback instead. */
  socketDir: string | null;
  port: number;
}

/**
 * The arguments of `postgres`: ours, then the operator's (`POSTGRES_OPTIONS`, as in `shared_buffers=256MB work_mem=16MB`).
 * @throws StartupError for an option that is not `name=value`.
 */
export function serverArguments(places: Places, options = ''): string[] {
  const fixed = {
    log_directory: places.logDir,
    port: String(places.port),
    ...(places.socketDir
      ? {
          listen_addresses: '',
          unix_socket_directories: quoted(places.socketDir),
          unix_socket_permissions: '0700',
        }
      : { listen_addresses: '127.0.0.1', unix_socket_directories: '' }),
  };
  const all = { ...DEFAULTS, ...parseOptions(options), ...fixed };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function parseOptions(text: string): Record<string, string> {
  const parts = text.split(/\s+/).filter(Boolean);
  return Object.fromEntries(
    parts.map((part) => {
      const [, name, value] = /^([a-z][a-z0-9_.]*)=(.+)$/.exec(part) ?? [];
      if (name && value) return [name, value];
      throw new StartupError(
        `POSTGRES_OPTIONS has "${part}", which is not of the form name=value, as in "shared_buffers=256MB work_mem=16MB".`,
      );
    }),
  );
}

/** The setting is a list of paths: one with a comma or a space stands in quotes. */
function quoted(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`;
}
