import { HtmlValidate } from 'html-validate';

/**
 * The HTML standard and what screen readers need of it. Off is what only concerns spelling, which the two writers of
 * pages (Astro and React) decide, and what people decide who give names.
 */
const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    'attr-case': 'off',
    'attr-quotes': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'long-title': 'off',
    'no-inline-style': 'off',
    // A table that becomes cards on a narrow screen would lose its roles to its display.
    'no-redundant-role': 'off',
    'no-trailing-whitespace': 'off',
    'tel-non-breaking': 'off',
    'void-style': 'off',
    // React's ids begin with an underscore, as the standard allows.
    'valid-id': ['error', { relaxed: true }],
  },
});

/** What breaks the standard in the text of a page, one line a finding. */
export async function htmlFindings(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`);
}
