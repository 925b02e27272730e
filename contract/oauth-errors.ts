/** Errors of connected applications, with HTTP status and English text. */
export const oauthErrors = {
  oauth_client_blocked: {
    status: 403,
    text: 'Your team does not allow this application. Ask an administrator',
  },
  oauth_grants_full: {
    status: 422,
    text: 'You can connect at most {finish} applications. Disconnect one first',
  },
} as const
