import { z } from 'zod'
import {
  codeWithBounds,
  date,
  id,
  namedObject,
  namedStrictObject,
  oneLineText,
  time,
} from './common.ts'
import { limits } from '#contract/limits.ts'
import { scopes } from '#contract/scopes.ts'

export const scope = z.enum(scopes, 'wrong_format').meta({ id: 'Scope' })
/** A personal access token in its owner's list. Only `tokens.create` returns the token itself. */
const accessToken = namedObject('AccessToken', {
  id: id('token'),
  name: z.string(),
  scopes: z.array(scope),
  created_at: time,
  expires_at: time,
  /** Day of the last use, accurate to a day. Null if never used. */
  last_used_at: time.nullable(),
  expired: z.boolean(),
})
export type AccessToken = z.infer<typeof accessToken>
/** The user's own tokens, newest first, and the scopes that the user's abilities allow. */
export const accessTokens = namedObject('AccessTokens', {
  items: z.array(accessToken),
  scopes: z.array(scope),
})
/** `expires_on`: the last valid day, in the team's time zone. */
export const tokenCreate = namedStrictObject('TokenCreate', {
  name: oneLineText(1, limits.token_name_chars_max),
  scopes: z
    .array(scope, 'required')
    .min(1, 'required')
    .max(scopes.length, codeWithBounds('out_of_range', 1, scopes.length))
    .transform((list) => scopes.filter((scope) => list.includes(scope))),
  expires_on: date,
})
export const tokenCreated = accessToken.extend({ token: z.string() }).meta({ id: 'TokenCreated' })
