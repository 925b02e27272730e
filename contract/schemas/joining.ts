import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { codeVerification } from './auth.ts'
import { email, id, namedObject, namedStrictObject, oneLineText, picture, time } from './common.ts'

/** Days until a join link expires. The first is the default. */
const joinLinkDays = [30, 7, 90] as const

export const joinLinkInput = namedStrictObject('JoinLinkInput', {
  days: z.literal(joinLinkDays, 'wrong_format').default(joinLinkDays[0]),
  /** Null: no maximum. */
  uses_max: z
    .number('wrong_format')
    .int('wrong_format')
    .min(1, `out_of_range|1|${limits.join_uses_max}`)
    .max(limits.join_uses_max, `out_of_range|1|${limits.join_uses_max}`)
    .nullable()
    .default(null),
  /** Whether only addresses of the team's domains may use the link. */
  own_domains_only: z.boolean('wrong_format').default(false),
})
export type JoinLinkInput = z.input<typeof joinLinkInput>

/** The state of a join link: only a live one lets people join. */
const joinLinkState = z.enum(['live', 'expired', 'used_up'])
const joinLink = namedObject('JoinLink', {
  url: z.string(),
  state: joinLinkState,
  created_at: time,
  expires_at: time,
  uses: z.number().int(),
  uses_max: z.number().int().nullable(),
  own_domains_only: z.boolean(),
})
export type JoinLink = z.infer<typeof joinLink>

/**
 * The ways to join a team without an invitation. `own_domain` is the domain of the reader's address;
 * anybody can get an address at a `public` one, so it cannot be switched on.
 */
export const joinSettings = namedObject('JoinSettings', {
  link: joinLink.nullable(),
  domains: z.array(namedObject('JoinDomain', { domain: z.string(), added_at: time })),
  own_domain: z.object({ domain: z.string(), public: z.boolean() }),
})
export type JoinSettings = z.infer<typeof joinSettings>

/**
 * `proof` is a code mailed to an address of the domain. The reader's own address needs none,
 * because the sign-in has verified it.
 */
export const joinDomainInput = namedStrictObject('JoinDomainInput', {
  domain: oneLineText(1, limits.domain_chars_max),
  enabled: z.boolean('wrong_format'),
  proof: codeVerification.optional(),
})
export const joinDomainCode = namedStrictObject('EmailInput', { email })

export const joinToken = namedStrictObject('TokenInput', {
  token: z.string('join_link_invalid').min(1, 'join_link_invalid').max(200, 'join_link_invalid'),
})
/** The team behind a join link. `domains` limits the addresses; empty: any address. */
export const joinInvitation = namedObject('JoinInvitation', {
  workspace: z.object({ name: z.string(), logo: picture }),
  domains: z.array(z.string()),
})
/** A team that an address may join by its domain. */
export const joinableTeam = namedObject('JoinableTeam', {
  id: id('workspace'),
  name: z.string(),
  logo: picture,
  users_count: z.number().int(),
})
