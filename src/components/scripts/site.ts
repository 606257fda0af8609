import './menu.ts';
import './account.ts';
import './prefetch.ts';
import './pending-flash.ts';
