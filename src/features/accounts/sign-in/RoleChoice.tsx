import { RadioCard } from '#ui/forms/RadioCard.tsx';
import { SIGN_UP_ROLES, type SignUpRole } from '../account.ts';

const CHOICES: Record<SignUpRole, { title: string; text: string }> = {
  client: { title: 'I want a mural', text: 'Ask for quotes and follow them.' },
  artist: { title: 'I paint murals', text: 'Show your work and get requests.' },
};

interface Props {
  role: SignUpRole;
  onChange: (role: SignUpRole) => void;
}

/** What the account is for. It decides the dashboard, and only an operator can change it later. */
export function RoleChoice({ role, onChange }: Props) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">What brings you here?</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {SIGN_UP_ROLES.map((value) => (
          <RadioCard
            key={value}
            tall
            name="role"
            value={value}
            checked={role === value}
            onChange={() => onChange(value)}
            className="border-ink-2/50"
          >
            <span>
              <span className="block font-semibold">{CHOICES[value].title}</span>
              <span className="block text-ink-2 text-sm">{CHOICES[value].text}</span>
            </span>
          </RadioCard>
        ))}
      </div>
    </fieldset>
  );
}
