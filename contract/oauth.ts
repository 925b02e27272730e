import type { Scope } from './scopes.ts'

/** What a connected application reaches: the API, or the tools for assistants. */
export const oauthAudiences = ['api', 'mcp'] as const
export type OauthAudience = (typeof oauthAudiences)[number]

/**
 * The scopes that an application can ask for. Administration, billing, the audit log and finance
 * need a personal access token or a session.
 */
export const oauthScopes = [
  'profile:read',
  'posts:read',
  'posts:write',
  'shop:read',
  'shop:write',
  'points:read',
  'reports:read',
] as const satisfies readonly Scope[]
export type OauthScope = (typeof oauthScopes)[number]
