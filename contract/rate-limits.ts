/**
 * How many requests a server process takes: `quota` at once, and as many again in every `window_s`
 * seconds. Generous: no person meets them. `RATE_LIMITS_FACTOR` multiplies each (decision 021).
 */
export const rateLimits = {
  /** Whoever has not shown who they are yet, by network address. */
  address: { quota: 600, window_s: 60 },
  /**
   * One person; their access tokens together count apart, so that a script never keeps its owner
   * out.
   */
  user: { quota: 600, window_s: 60 },
  /** Everybody of a team together: what a noisy neighbour may take. */
  workspace: { quota: 2_000, window_s: 10 },
  /** Reports of one person. */
  reports: { quota: 240, window_s: 60 },
  /** Files of one person: exports, documents and uploads. */
  files: { quota: 60, window_s: 60 },
  /** Pictures by network address: an office opens a feed with all its faces. */
  pictures: { quota: 6_000, window_s: 60 },
  /** Questions of load balancers and of Prometheus, by network address. */
  probes: { quota: 600, window_s: 60 },
  /** Events that payment and gift card providers send, by network address. */
  providers: { quota: 3_000, window_s: 60 },
} as const
export type RateLimitPolicy = keyof typeof rateLimits
/** So many addresses, people and teams a process remembers for each policy. */
export const rateLimitKeysMax = 50_000
/** The header fields of draft-ietf-httpapi-ratelimit-headers-10. */
export const rateLimitHeaders = { policy: 'ratelimit-policy', state: 'ratelimit' } as const
