import { dayMs, secondMs } from '#contract/durations.ts'
import { SamlError } from './saml-types.ts'
import { readAttribute } from './saml-xml.ts'

/** The clocks of the provider and of this server may differ by this much. */
export const clockSkewMs = 120 * secondMs
/** An assertion is accepted for a day at most, so that its id is remembered for a bounded time. */
export const assertionAgeMaxMs = dayMs

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

/** Returns the time of an attribute, or null without it. Throws SamlError `malformed`. */
export function readTime(element: Element, name: string): Date | null {
  const text = readAttribute(element, name)
  if (text === null) return null
  const time = instant.test(text) ? Date.parse(text) : NaN
  if (Number.isNaN(time)) throw new SamlError('malformed', `time of ${name}`)
  return new Date(time)
}

/** Throws SamlError `time` when the time is after `at`, by more than the clock skew. */
export function checkNotFuture(time: Date | null, at: Date): void {
  if (time && time.getTime() > at.getTime() + clockSkewMs) {
    throw new SamlError('time', 'not valid yet')
  }
}

/** Throws SamlError `time` when the time is `at` or before it, by the clock skew. */
export function checkNotPast(time: Date | null, at: Date): void {
  if (time && time.getTime() <= at.getTime() - clockSkewMs) throw new SamlError('time', 'expired')
}

/** Throws SamlError `time` unless `at` is from NotBefore to NotOnOrAfter. Returns the latter. */
export function checkPeriod(element: Element, at: Date): Date | null {
  const end = readTime(element, 'NotOnOrAfter')
  checkNotFuture(readTime(element, 'NotBefore'), at)
  checkNotPast(end, at)
  return end
}
