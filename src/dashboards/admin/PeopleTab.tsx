import { OPEN_PERSON } from '#config/paths.ts';
import { UsersTab } from '#features/accounts/admin/UsersTab.tsx';
import { useAddressParam } from '#ui/hooks/use-address-param.ts';
import { PersonPage } from './PersonPage.tsx';

/** Everybody with a role, or one of them. */
export function PeopleTab() {
  const [person] = useAddressParam(OPEN_PERSON);
  return person ? <PersonPage id={person} /> : <UsersTab />;
}
