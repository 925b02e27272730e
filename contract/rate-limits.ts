/**
 * Rate limits of a server process: `quota` requests at once, refilled within `window_s` seconds. A
 * person never reaches them. `RATE_LIMITS_FACTOR` multiplies each limit (decision 021).
 */
export const rateLimits = {
  /** Unauthenticated requests, by network address. */
  address: { quota: 600, window_s: 60 },
  /**
   * Requests of a user. Their access tokens share a separate bucket: a script never blocks its
   * owner.
   */
  user: { quota: 600, window_s: 60 },
  /** Requests of a whole team, against noisy neighbors. */
  workspace: { quota: 2_000, window_s: 10 },
  /** Reports, by user. */
  reports: { quota: 240, window_s: 60 },
  /** Files, by user: exports, documents and uploads. */
  files: { quota: 60, window_s: 60 },
  /** Pictures, by network address. An office may open a feed with many avatars at once. */
  pictures: { quota: 6_000, window_s: 60 },
  /** Requests of load balancers and Prometheus, by network address. */
  probes: { quota: 600, window_s: 60 },
  /** Webhook events of payment and gift card providers, by network address. */
  providers: { quota: 3_000, window_s: 60 },
  /** Requests of an identity provider through SCIM, by team: providers share network addresses. */
  scim: { quota: 3_000, window_s: 60 },
} as const
export type RateLimitPolicy = keyof typeof rateLimits
/** Maximum number of addresses, users and teams that a process tracks for each policy. */
export const rateLimitKeysMax = 50_000
/** The header fields of draft-ietf-httpapi-ratelimit-headers-10. */
export const rateLimitHeaders = { policy: 'ratelimit-policy', state: 'ratelimit' } as const
