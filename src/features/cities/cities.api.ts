import { adminList } from '#data/admin-list.ts';
import { parseAnswer, unwrap } from '#data/app-error.ts';
import { browserClient } from '#data/browser-client.ts';
import { ask } from '#data/rpc.ts';
import { type City, type CityFields, citySchema } from './city.ts';

export const listCities = adminList('admin_list_cities', citySchema);

/** Adds a service area; gives the stored row. Throws an AppError. */
export async function addCity(fields: CityFields): Promise<City> {
  const client = await browserClient();
  const answer = await client.from('cities').insert(fields).select().single();
  return parseAnswer(citySchema, unwrap(answer));
}

/**
 * Saves what was changed in a service area and gives the stored row; `read` holds what the changed fields were when
 * they were read. Throws an AppError, `changed_elsewhere` when one of them is not that any more.
 */
export const saveCity = (id: string, changes: Partial<CityFields>, read: Partial<CityFields>) =>
  ask(citySchema, 'save_city', { p_city: id, p_changes: changes, p_read: read });

/** A service area as it is now. Throws an AppError. */
export const readCity = (id: string): Promise<City> => saveCity(id, {}, {});

/** Removes a service area. Its page stays while a public artist works there. Throws an AppError. */
export async function deleteCity(id: string): Promise<void> {
  const client = await browserClient();
  unwrap(await client.from('cities').delete().eq('id', id).select('id'));
}
