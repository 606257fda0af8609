/** Every fact of a site, as it is stored. */
export const ALL_FACTS = {
  owner: 'rented_not_asked',
  top_ft: 18.5,
  condition: 'never_painted',
  power: true,
  water: false,
  lift: 'soft_ground',
  lettering: true,
  deadline: '2027-03-01',
} as const;
