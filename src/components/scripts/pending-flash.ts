// Only a page that was left a toast pays for showing it.
if (sessionStorage.getItem('flash-toast')) {
  import('./flash.ts').then(({ showFlash }) => showFlash());
}
