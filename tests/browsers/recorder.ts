/** What is kept under this name lives as long as the tab, over all its pages. */
export const FAULTS = 'walk-faults';

/** A script for the top of a page: keeps uncaught errors, what the console reports and what the policy refuses. */
export const RECORDER = `(() => {
  let leaving = false;
  addEventListener('beforeunload', () => { leaving = true; });
  const note = (text) => {
    // What is still on its way when a person goes on is broken off, which Firefox reports.
    if (leaving && !text.startsWith('policy')) return;
    const faults = JSON.parse(sessionStorage.getItem('${FAULTS}') || '[]');
    faults.push(location.pathname + ': ' + text);
    sessionStorage.setItem('${FAULTS}', JSON.stringify(faults));
  };
  const said = (value) => value && value.message ? value.name + ' ' + value.message : String(value);
  addEventListener('error', (event) => {
    if (event.message) note('error ' + event.message);
    else if (event.target && event.target !== window) note('not loaded ' + (event.target.src || event.target.href));
  }, true);
  addEventListener('unhandledrejection', (event) => note('rejection ' + said(event.reason)));
  addEventListener('securitypolicyviolation', (event) => note('policy ' + event.violatedDirective + ' ' + event.blockedURI));
  const print = console.error;
  console.error = (...values) => {
    note('console ' + values.map(said).join(' '));
    print.apply(console, values);
  };
})();`;
