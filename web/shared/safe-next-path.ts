/** Returns a same-origin path to return to after sign-in, or undefined for any other value. */
export function safeNextPath(next: unknown): string | undefined {
  return typeof next === 'string' &&
    /^\/(?![/\\])[^\s]*$/.test(next) &&
    !/^\/(login|sign-up|code-check|second-factor)/.test(next)
    ? next
    : undefined
}
