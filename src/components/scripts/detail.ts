/** What artist and mural pages need besides what every page does: a thumbnail must not be followed as a link. */
import './gallery.ts';
