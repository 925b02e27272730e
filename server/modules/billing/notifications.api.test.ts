import { afterAll, beforeAll, expect, test } from 'vitest'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { startSession } from '#server/platform/auth/sessions.ts'
import type { BillingHarness } from '#tests/support/billing-harness.ts'
import { makeMember, makeTeam, type Team } from '#tests/support/factories.ts'
import { failChanges } from '#tests/support/failing-changes.ts'
import { openLocalBilling } from '#tests/support/local-billing.ts'
import { notifyTrialsEnding } from './notifications.ts'

let h: BillingHarness
beforeAll(async () => {
  h = await openLocalBilling()
})
afterAll(() => h?.stop())

/** Subjects of the mails to a recipient since the last call. */
async function mailsOf(team: Team): Promise<string[]> {
  await notifyTrialsEnding(h.t.services)
  await processOutbox(h.t.services)
  return h.t.mails
    .splice(0)
    .filter((mail) => mail.to === team.admin.email)
    .map((mail) => mail.subject)
}
const call = (
  team: Team,
  name: 'billing.subscribe' | 'billing.add_payment_method' | 'billing.cancel',
  body: object,
) => h.t.call(name, { token: team.admin.token, body })
const callback = () => `${h.t.services.config.publicUrl}/settings/billing/overview`
async function subscribe(team: Team, card: 'works' | 'fails_later'): Promise<void> {
  const { body } = await call(team, 'billing.subscribe', { plan: 'month', callback: callback() })
  await h.pay((body as { session_url: string }).session_url, card)
}
const nameOf = async (team: Team) =>
  (await h.t.call('config.get', { token: team.admin.token })).body.workspace.name

test('mails billing administrators once, three days before a trial ends', async () => {
  const [waits, pays, invoiced] = [await makeTeam(h.t), await makeTeam(h.t), await makeTeam(h.t)]
  const member = await makeMember(h.t, waits.workspace_id)
  await subscribe(pays, 'works')
  await h.t.services.db.tenant(invoiced.workspace_id, (trx) =>
    trx
      .updateTable('workspaces')
      .set({ manual_payments: true })
      .where('id', '=', invoiced.workspace_id)
      .execute(),
  )
  const name = await nameOf(waits)
  await h.advanceTime(26)
  expect(await mailsOf(waits)).toEqual([])
  await h.advanceTime(1)
  await notifyTrialsEnding(h.t.services)
  await processOutbox(h.t.services)
  const mails = h.t.mails.splice(0)
  expect(mails.map((mail) => [mail.to, mail.subject])).toEqual([
    [waits.admin.email, expect.stringContaining(`Your ${name} trial ends on July 1`)],
  ])
  expect(mails[0]?.text).toContain('/settings/billing/trial')
  expect(mails[0]?.headers).toBeUndefined()
  expect(mails.some((mail) => mail.to === member.email)).toBe(false)
  await h.advanceTime(1)
  expect(await mailsOf(waits)).toEqual([])
})

test('skips the mail about a failed payment that was paid before sending', async () => {
  const team = await makeTeam(h.t)
  const name = await nameOf(team)
  await subscribe(team, 'fails_later')
  await h.advanceTime(27)
  await mailsOf(team)
  await h.advanceTime(4)
  expect(await mailsOf(team)).toEqual([`A payment for ${name} failed`])
  await h.advanceTime(8)
  expect(await mailsOf(team)).toEqual([`${name} is paused: the payment failed`])

  const lucky = await makeTeam(h.t)
  await subscribe(lucky, 'fails_later')
  await h.advanceTime(29)
  const { account_id: accountId, workspace_id: workspaceId, user_id: userId } = lucky.admin
  lucky.admin.token = await startSession(h.t.services.db.global, h.t.clock.now(), {
    account_id: accountId,
    kind: 'session',
    workspace_id: workspaceId,
    user_id: userId,
  })
  await h.advanceTime(2)
  const { body } = await call(lucky, 'billing.add_payment_method', { callback: callback() })
  await h.pay((body as { session_url: string }).session_url, 'works')
  expect(await mailsOf(lucky)).toEqual([])
})

test('mails the planned end of a subscription in the reader’s language', async () => {
  const team = await makeTeam(h.t)
  const name = await nameOf(team)
  await h.t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('users')
      .set({ language: 'ru' })
      .where('workspace_id', '=', team.workspace_id)
      .execute(),
  )
  await subscribe(team, 'works')
  await call(team, 'billing.cancel', { reason: 'other' })
  await mailsOf(team)
  await h.advanceTime(31)
  expect(await mailsOf(team)).toEqual([`Подписка команды ${name} закончилась`])
})

test('a mail about a trial that fails does not block other teams', async () => {
  const failing = await makeTeam(h.t)
  const waits = await makeTeam(h.t)
  await h.advanceTime(27)
  const failure = await failChanges(h.t, 'outbox', `new.workspace_id = '${failing.workspace_id}'`)
  expect(await mailsOf(waits).finally(() => failure.end())).toHaveLength(1)
  expect(await mailsOf(failing)).toHaveLength(1)
})
