// Only a page that was left a toast, or a quote request that no answer has come for, pays for the rest.
if (sessionStorage['flash-toast'] || localStorage['quote.sending']) import('./flash.ts');
