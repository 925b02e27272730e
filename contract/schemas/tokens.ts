import { z } from 'zod'
import { codeWithBounds, date, id, oneLineText, time } from './common.ts'
import { limits } from '#contract/limits.ts'
import { scopes } from '#contract/scopes.ts'

export const scope = z.enum(scopes, 'wrong_format')
/**
 * A personal access token as its owner sees it in the list; the token itself is told once, by
 * `tokens.create`.
 */
export const accessToken = z.object({
  id: id('token'),
  name: z.string(),
  scopes: z.array(scope),
  created_at: time,
  expires_at: time,
  /** The day of its last use, to within a day; null: never used. */
  last_used_at: time.nullable(),
  expired: z.boolean(),
})
export type AccessToken = z.infer<typeof accessToken>
/** One's own tokens, newest first, and the scopes one's own abilities allow to choose from. */
export const accessTokens = z.object({ items: z.array(accessToken), scopes: z.array(scope) })
/** `expires_on` is the last day on which the token is good, in the team's time zone. */
export const tokenCreate = z.strictObject({
  name: oneLineText(1, limits.token_name_chars_max),
  scopes: z
    .array(scope, 'required')
    .min(1, 'required')
    .max(scopes.length, codeWithBounds('out_of_range', 1, scopes.length))
    .transform((list) => scopes.filter((one) => list.includes(one))),
  expires_on: date,
})
export const tokenCreated = accessToken.extend({ token: z.string() })
