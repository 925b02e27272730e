import { limits } from '#contract/limits.ts'
import { rateLimits } from '#contract/rate-limits.ts'
import { cursorHeader } from '#contract/routes/route.ts'
import { type Scope, scopes } from '#contract/scopes.ts'

const scopeDescriptions: Record<Scope, string> = {
  'profile:read':
    'profiles, birthdays and anniversaries, `GET /config` (its settings, subscription and balance need `settings:read`, `billing:read` and `points:read`)',
  'profile:write': 'one’s own profile and picture',
  'posts:read': 'posts, comments, values; their export with the ability',
  'posts:write': 'giving points, comments, reactions, likes',
  'shop:read': 'the shop and one’s own purchases',
  'shop:write': 'redeeming and canceling',
  'points:read': 'balance sheets',
  'points:write': 'adjusting balances',
  'team:read': 'the list of members',
  'team:write': 'inviting, importing, changing and deactivating members',
  'rewards:read': 'all rewards and purchases',
  'rewards:write': 'rewards, fulfilling and declining',
  'reports:read': 'leaderboards and reports',
  'settings:read': 'settings of the team',
  'settings:write': 'settings and values of the team',
  'audit:read': 'the log of administrators’ acts',
  'billing:read': 'plan, invoices, receipts',
}
const formatQuota = ({ quota: q, window_s: windowS }: { quota: number; window_s: number }) =>
  `${q} in ${windowS} s`

/** The introduction of the API: part of /api/docs and of /api/openapi.json. */
export const apiGuide: readonly { title: string; text: string }[] = [
  {
    title: 'Getting started',
    text: `Make an access token under “Edit profile”, “Access tokens”, and send it with each call:

    curl "$LAUREL_URL/api/profiles/me" -H "Authorization: Bearer $LAUREL_TOKEN"

Times are ISO 8601 in UTC, ids UUIDv7, money in cents. The page \`docs/api.md\` of the project walks through more examples.`,
  },
  {
    title: 'Access tokens',
    text: `A token acts in its owner’s name, in one team, until its last day. It may do what both its scopes and the abilities of its owner allow, at the very moment: a missing scope answers 403 \`scope_missing\` with the name of the scope, a missing ability 403 \`forbidden\`, a token that was revoked or has expired 401 \`unauthorized\`. At most ${limits.tokens_per_user_max} a person and team. Whatever is about signing in, tokens, addresses, permissions, deletion or money is closed to all of them.

${scopes.map((scope) => `- \`${scope}\`: ${scopeDescriptions[scope]}`).join('\n')}`,
  },
  {
    title: 'Errors',
    text: 'A refusal is `{"errors": [{"code", "message", "field", "params"}]}`. Codes are a closed list and stay; messages are in the language of the user or of `Accept-Language`. 401 has no or a dead token, 402 an unpaid team, 403 no right, 404 names what is not there (or belongs to another team), 409 has met somebody else’s change, 422 broke a rule, 429 was too much.',
  },
  {
    title: 'Pages',
    text: `Lists take \`limit\` (1 to ${limits.page_size_max}, ${limits.page_size_default} by default) and \`cursor\`. Posts answer an array and the next cursor in the header \`${cursorHeader}\`; other paged lists answer \`items\` and \`next_cursor\`. No cursor: that was the last page.`,
  },
  {
    title: 'Once and no more',
    text: `Calls that move points or change several members take an \`Idempotency-Key\` of your choice. Sent again with the same body within ${limits.idempotency_days} days it answers the first answer and moves nothing; with another body 409 \`idempotency_mismatch\`; while the first is still being worked on 409 \`idempotency_in_flight\`.`,
  },
  {
    title: 'Rate limits',
    text: `Each answer says in \`RateLimit-Policy\` which quotas count for the call, and in \`RateLimit\` how the scarcest stands: \`r\` requests are left, and in \`t\` seconds all of it is free again. Past it comes 429 \`too_many\` with \`Retry-After\`. Usual quotas, for each server process: a person ${formatQuota(rateLimits.user)}, their tokens together as much again, a team ${formatQuota(rateLimits.workspace)}, reports ${formatQuota(rateLimits.reports)}, files ${formatQuota(rateLimits.files)}, an address that has not shown who it is ${formatQuota(rateLimits.address)}, pictures by address ${formatQuota(rateLimits.pictures)}.`,
  },
]
