/** Limits of connected applications. */
export const oauthLimits = {
  /** A connection ends after these days, or when it is not used for `oauth_refresh_days`. */
  oauth_grant_days: 365,
  oauth_refresh_days: 60,
  oauth_grants_max: 50,
  oauth_client_id_chars_max: 500,
  oauth_client_name_chars_max: 80,
  oauth_listed_clients_max: 100,
  oauth_clients_shown: 100,
} as const
