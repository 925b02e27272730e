import type { TestApp } from '#tests/support/test-app.ts'

/** Returns the code of the latest mail to an address, or an empty text. */
export const readMailedCode = (t: TestApp, email: string) =>
  t.mails.findLast((mail) => mail.to === email)?.subject.slice(0, 6) ?? ''

/** Requests a sign-in code. Returns the body that `auth.verify_code` accepts. */
export async function requestSignInCode(t: TestApp, email: string) {
  const {
    body: { sig },
  } = await t.call('auth.get_code', { body: { email } })
  return { email, sig, code: readMailedCode(t, email) }
}
