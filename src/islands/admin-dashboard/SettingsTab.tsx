import { EmptyState } from '#ui/EmptyState.tsx';

/** Section 2: the settings of admins are coming soon. */
export function SettingsTab() {
  return (
    <EmptyState title="Settings coming soon">
      <p>
        Platform settings will live here. Until then operators set them by environment variables.
      </p>
    </EmptyState>
  );
}
