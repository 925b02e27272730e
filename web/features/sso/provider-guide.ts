import type { SsoConnection } from './api/queries.ts'

/** The providers with a guide of their own. */
export const guideProviders = ['okta', 'entra', 'google', 'keycloak', 'adfs', 'other'] as const
export type GuideProvider = (typeof guideProviders)[number]
/** The number of steps of each guide. The values of ours follow the second one. */
export const guideSteps = [1, 2, 3, 4] as const

const providerPatterns: readonly [GuideProvider, RegExp][] = [
  ['okta', /okta/i],
  ['entra', /entra|azure|microsoftonline|sts\.windows/i],
  ['google', /google/i],
  ['keycloak', /keycloak|\/realms\//i],
  ['adfs', /ad ?fs/i],
]

/** Returns the provider that the addresses or the name of a connection point to. */
export const guessProvider = ({
  name,
  issuer,
  metadata_url: metadataUrl,
}: Pick<SsoConnection, 'name' | 'issuer' | 'metadata_url'>): GuideProvider =>
  providerPatterns.find(([, pattern]) => pattern.test(`${issuer} ${metadataUrl} ${name}`))?.[0] ??
  'other'
