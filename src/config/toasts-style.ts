/** Of the one <style> that sonner injects when it is imported: the policy of pages allows exactly that text. */
export const TOASTS_STYLE_HASH = 'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY=';
