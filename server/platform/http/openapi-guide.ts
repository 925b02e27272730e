import { limits } from '#contract/limits.ts'
import { rateLimits } from '#contract/rate-limits.ts'
import { cursorHeader } from '#contract/routes/route.ts'
import { type Scope, scopes } from '#contract/scopes.ts'

const scopeDescriptions: Record<Scope, string> = {
  'profile:read':
    'read profiles, groups, birthdays and anniversaries, and `GET /config` (its settings need `settings:read`, its subscription `billing:read`, its balance `points:read`)',
  'profile:write': 'change your profile and picture',
  'posts:read': 'read posts, comments and values, and export posts',
  'posts:write': 'give points, comment, react and like',
  'shop:read': 'read the shop and your purchases',
  'shop:write': 'redeem rewards and cancel purchases',
  'points:read': 'read balance sheets and budgets',
  'points:write': 'adjust balances',
  'team:read': 'list members',
  'team:write': 'invite, import, change and deactivate members, and change groups',
  'rewards:read': 'read all rewards and purchases',
  'rewards:write': 'change rewards, and fulfill and decline purchases',
  'reports:read': 'read leaderboards and reports',
  'settings:read': 'read the settings of the team',
  'settings:write': 'change the settings, values and budgets of the team',
  'audit:read': 'read the actions of administrators',
  'billing:read': 'read the subscription, invoices and receipts',
  'finance:read':
    'read what points are worth, prices by country, what is owed, and plans of a year',
}
export const formatQuota = ({ quota, window_s: windowS }: { quota: number; window_s: number }) =>
  `${quota} requests in ${windowS} s`

/** The introduction of the API: part of /api/docs and of /api/openapi.json. */
export const apiGuide: readonly { title: string; text: string }[] = [
  {
    title: 'Getting started',
    text: `Create an access token under “Edit profile”, “Access tokens”, and send it with each call:

    curl "$LAUREL_URL/api/profiles/me" -H "Authorization: Bearer $LAUREL_TOKEN"

Times are ISO 8601 in UTC, ids are UUIDv7, and money is in cents. The page \`docs/api.md\` of the project has more examples and a program with generated types.`,
  },
  {
    title: 'Access tokens',
    text: `A token acts for its owner in one team until it expires. A call needs a scope of the token and an ability of its owner:

- 401 \`unauthorized\`: the token is unknown, revoked or expired
- 403 \`scope_missing\`: the token lacks the scope in \`params\`
- 403 \`forbidden\`: the owner lacks the ability

A user can have ${limits.tokens_per_user_max} tokens in a team. Tokens cannot sign in, manage tokens, addresses and permissions, delete members or the team, or spend money.

${scopes.map((scope) => `- \`${scope}\`: ${scopeDescriptions[scope]}`).join('\n')}`,
  },
  {
    title: 'Errors',
    text: `Every error response is \`{"errors": [{"code", "message", "field", "params"}]}\`. \`field\` and \`params\` are optional. Each call lists its codes. Programs compare \`code\`, which does not change; \`message\` is in the language of the user or of \`Accept-Language\`.

- 401: the token is missing or invalid
- 402: the team has no active subscription
- 403: the caller lacks a permission
- 404: the object does not exist, or belongs to another team
- 409: the object has changed in the meantime
- 422: the input is invalid
- 429: the rate limit is exceeded`,
  },
  {
    title: 'Pagination',
    text: `Lists take \`limit\` (1 to ${limits.page_size_max}, ${limits.page_size_default} by default) and \`cursor\`. Lists of posts are arrays with the next cursor in the header \`${cursorHeader}\`. Other lists have \`items\` and \`next_cursor\`. The last page has no cursor.`,
  },
  {
    title: 'Idempotency',
    text: `Calls that move points, add a comment or change several members accept an \`Idempotency-Key\` of your choice. For ${limits.idempotency_days} days, a repeated request with the same key and body returns the first response and changes nothing. Another body returns 409 \`idempotency_mismatch\`. A request that is still in progress returns 409 \`idempotency_in_flight\`.`,
  },
  {
    title: 'Rate limits',
    text: `The response header \`RateLimit-Policy\` lists the quotas of a call. \`RateLimit\` names the quota with the fewest requests left: \`r\` requests remain, and the quota is full again in \`t\` seconds. Beyond it, calls return 429 \`too_many\` with \`Retry-After\`. Each server process counts separately:

- a user: ${formatQuota(rateLimits.user)}; the tokens of the user share a second quota of this size
- a team: ${formatQuota(rateLimits.workspace)}
- reports of a user: ${formatQuota(rateLimits.reports)}
- files of a user: ${formatQuota(rateLimits.files)}
- an address without a valid token: ${formatQuota(rateLimits.address)}
- pictures of an address: ${formatQuota(rateLimits.pictures)}`,
  },
]
