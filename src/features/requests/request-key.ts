/*
 * A request by its link or, for a client with an account, by its id. What opens it goes in
 * the body of each call and in no address. All throw an AppError: `link_refused` for whatever opens nothing,
 * `request_withdrawn`, or a broken rule with its field.
 */
/** The secret of a link, or the id of a request of the caller's own. */
export type RequestKey = { p_token: string } | { p_lead: string };
