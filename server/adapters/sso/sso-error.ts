const reasonCharsMax = 200

/**
 * An identity provider that cannot be reached, or whose answer is refused. `reason` is text for the
 * administrator, without secrets.
 */
export class SsoProviderError extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(reason)
    this.reason = reason.slice(0, reasonCharsMax)
  }
}
