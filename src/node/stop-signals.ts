/** How people, service managers and terminals that are closed ask a process to end. */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
