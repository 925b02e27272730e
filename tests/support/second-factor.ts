import { minuteMs } from '#contract/durations.ts'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import {
  makeMember,
  makeSecondFactor,
  makeTeam,
  type Member,
  totpCode,
} from '#tests/support/factories.ts'
import { requestSignInCode } from '#tests/support/sign-in-codes.ts'
import type { TestApp } from '#tests/support/test-app.ts'

const stepMs = 30_000

/** Returns the app's code at an offset of steps from the clock. */
export const currentTotpCode = (t: TestApp, secret: string, steps = 0, at = t.clock.now()) =>
  totpCode(secret, new Date(at.getTime() + steps * stepMs))

/** Returns six digits that are not a valid code near the current time. */
export const wrongTotpCode = (t: TestApp, secret: string) =>
  ['000000', '111111', '222222', '333333'].find(
    (code) => ![-2, -1, 0, 1, 2].some((steps) => currentTotpCode(t, secret, steps) === code),
  ) ?? ''

/** A member with an authenticator app: its secret and recovery codes. */
export type EnrolledMember = Member & { secret: string; codes: string[] }
export async function enrollMember(t: TestApp, member?: Member): Promise<EnrolledMember> {
  const who = member ?? (await makeMember(t, (await makeTeam(t)).workspace_id))
  const { secret, recovery_codes: recoveryCodes } = await makeSecondFactor(t, who)
  // The code that confirmed the app is used up.
  t.clock.advance(2 * stepMs)
  return { ...who, secret, codes: recoveryCodes }
}

/** Requests a sign-in code after the hour in which the number of codes is limited. */
export async function requestCodeAnHourLater(t: TestApp, email: string) {
  t.clock.advance(61 * minuteMs)
  return requestSignInCode(t, email)
}
export const verifySignInCode = (t: TestApp, body: object) => t.call('auth.verify_code', { body })
export const proveBySecondFactor = (t: TestApp, { token }: Member, secondFactor: string) =>
  t.call('presence.prove', { token, body: { second_factor: secondFactor } })
export const readSecondFactor = async (t: TestApp, { token }: Member) =>
  (await t.call('second_factor.get', { token })).body

/**
 * Returns the sorted subjects of mails to an address, without code mails. Mails are sent
 * concurrently.
 */
export async function listNotices(t: TestApp, email: string, since = 0) {
  await processOutbox(t.services)
  return t.mails
    .slice(since)
    .filter((mail) => mail.to === email && !/^\d{6}/.test(mail.subject))
    .map((mail) => mail.subject)
    .toSorted((a, b) => a.localeCompare(b))
}
