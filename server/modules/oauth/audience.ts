import { type OauthAudience, oauthAudiences } from '#contract/oauth.ts'

/** Where applications find the metadata of the server (RFC 8414). */
export const metadataPath = '/.well-known/oauth-authorization-server'

/** Returns the resource indicator (RFC 8707) of an audience: its address. */
export const toResource = (publicUrl: string, audience: OauthAudience): string =>
  `${publicUrl}/${audience}`

/** Returns the audience of a resource indicator, or undefined for another address. */
export const toAudience = (publicUrl: string, resource: string): OauthAudience | undefined =>
  oauthAudiences.find((audience) => toResource(publicUrl, audience) === resource)
