import type { Scope } from '#contract/scopes.ts'
import { markPresent, type Member } from '#tests/support/factories.ts'
import type { TestApp } from '#tests/support/test-app.ts'

export const dayAfter = (t: TestApp, days: number) =>
  new Date(t.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
export const createAccessToken = async (
  t: TestApp,
  who: Member,
  input: { name?: string; scopes?: Scope[]; expires_on?: string } = {},
) => {
  await markPresent(t, who)
  return t.call('tokens.create', {
    token: who.token,
    body: { name: 'Script', scopes: ['posts:read'], expires_on: dayAfter(t, 30), ...input },
  })
}
