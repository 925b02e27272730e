import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { oauthAudiences, oauthScopes } from '#contract/oauth.ts'
import { codeWithBounds, flag, id, namedObject, namedStrictObject, time } from './common.ts'

const oauthScope = z.enum(oauthScopes, 'wrong_format').meta({ id: 'OauthScope' })
const audience = z.enum(oauthAudiences)

/** The address of the metadata document of an application, which is also its id. */
const clientId = z.httpUrl('wrong_format').max(limits.oauth_client_id_chars_max, 'wrong_format')

/** The id of a request for access, which its page has in its address. */
export const interactionParams = z.strictObject({
  uid: z.string().regex(/^[\w-]{10,100}$/, 'not_found'),
})

/** An application that asks for access, and what it asks for. */
export const oauthInteraction = namedObject('OauthInteraction', {
  client: namedObject('OauthClient', {
    id: z.string(),
    name: z.string(),
    /** The website that the application names; null without one. */
    website: z.string().nullable(),
  }),
  /** The host to which the person returns with the answer. */
  returns_to: z.string(),
  audience,
  scopes: z.array(oauthScope),
  /** Whether the team lets its people connect this application. */
  allowed: z.boolean(),
})
export type OauthInteraction = z.infer<typeof oauthInteraction>

export const oauthConsent = namedStrictObject('OauthConsent', {
  scopes: z
    .array(oauthScope, 'required')
    .min(1, 'required')
    .max(oauthScopes.length, codeWithBounds('out_of_range', 1, oauthScopes.length))
    .transform((list) => oauthScopes.filter((scope) => list.includes(scope))),
  /** Lets the application read private posts that the person may read. */
  reads_private: flag.default(false),
})
export type OauthConsent = z.infer<typeof oauthConsent>

/** Where the browser goes after the decision: back to the application. */
export const oauthReturn = namedObject('OauthReturn', { url: z.string() })

/** An application that the person has connected. */
const connectedApplication = namedObject('ConnectedApplication', {
  id: id('oauth_grant'),
  client_id: z.string(),
  name: z.string(),
  audience,
  scopes: z.array(oauthScope),
  reads_private: z.boolean(),
  created_at: time,
  /** When the application last renewed its access, accurate to an hour. */
  last_used_at: time,
})
export type ConnectedApplication = z.infer<typeof connectedApplication>
export const connectedApplications = z.array(connectedApplication)

/** Which applications people of the team may connect: all, those listed, or none. */
const policyFields = {
  access: z.enum(['all', 'listed', 'off'], 'wrong_format'),
  client_ids: z
    .array(clientId, 'wrong_format')
    .max(
      limits.oauth_listed_clients_max,
      codeWithBounds('out_of_range', 0, limits.oauth_listed_clients_max),
    ),
}
export const oauthPolicy = namedStrictObject('OauthPolicy', policyFields)
export type OauthPolicy = z.infer<typeof oauthPolicy>
export const oauthPolicyView = namedObject('OauthPolicyView', {
  ...policyFields,
  /** The applications that people of the team have connected, the most used first. */
  clients: z.array(
    namedObject('OauthTeamClient', {
      client_id: z.string(),
      name: z.string(),
      people: z.number().int(),
      last_used_at: time,
    }),
  ),
})
export type OauthPolicyView = z.infer<typeof oauthPolicyView>
