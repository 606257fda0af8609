import { NewsletterForm } from '#features/newsletter/NewsletterForm.tsx';
import { withBoundary } from '#ui/ErrorBoundary.tsx';

export default withBoundary(NewsletterForm);
