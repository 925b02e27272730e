/** The protocols of a connection to an identity provider. */
export const ssoProtocols = ['oidc', 'saml'] as const

/**
 * Who may sign in first through a connection. `off`: people who are in the team already. `invited`:
 * also invited people. `everyone`: everybody with an address at one of the connection's domains.
 */
export const joinPolicies = ['off', 'invited', 'everyone'] as const

/** Fields of a user that claims may fill. */
export const claimFields = [
  'email',
  'first_name',
  'last_name',
  'job_title',
  'department',
  'manager',
] as const
export type ClaimField = (typeof claimFields)[number]

/** Outcomes of a test: what a sign-in would do. */
export const ssoTestOutcomes = ['enters', 'links', 'accepts', 'creates', 'refused'] as const

/** Names in the address of a team's sign-in page. */
export const ssoSlugPattern = /^[a-z0-9](?:[a-z0-9-]{1,38}[a-z0-9])$/
