/** Only our own paths may be returned to after signing in. */
export function safeNextPath(next: unknown): string | undefined {
  return typeof next === 'string' &&
    /^\/(?![/\\])[^\s]*$/.test(next) &&
    !/^\/(login|sign-up|code-check|second-factor)/.test(next)
    ? next
    : undefined
}
