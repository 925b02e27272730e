/** The company sign-in that started a session. */
export type SsoOrigin = { connection_id: string; subject: string; provider_session: string | null }

/** The columns of `sessions` with the company sign-in. */
export const ssoColumns = ['sso_connection_id', 'sso_subject', 'sso_session'] as const

/** Returns the company sign-in of a session, to inherit it; nothing without one. */
export const inheritSso = (
  row: Record<(typeof ssoColumns)[number], string | null>,
): { sso?: SsoOrigin } =>
  row.sso_connection_id === null
    ? {}
    : {
        sso: {
          connection_id: row.sso_connection_id,
          subject: row.sso_subject ?? '',
          provider_session: row.sso_session,
        },
      }
