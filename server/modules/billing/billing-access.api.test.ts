import { expect, test } from 'vitest'
import { makeMember, makeTeam } from '#tests/support/factories.ts'
import { runCli } from '#tests/support/run-cli.ts'
import { setupTestApp, startTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
const readConfig = async (token: string) => (await t.call('config.get', { token })).body

test('gives the subscription with the config to billing administrators only', async () => {
  const { admin, workspace_id: workspaceId } = await makeTeam(t)
  const member = await makeMember(t, workspaceId)
  expect((await readConfig(admin.token)).subscription).toMatchObject({ status: 'none' })
  expect((await readConfig(member.token)).subscription).toBeNull()
})

test('gives an expired team that pays by invoice access until it pays by card', async () => {
  const { admin, workspace_id: workspaceId } = await makeTeam(t)
  await t.services.db.tenant(workspaceId, (trx) =>
    trx
      .updateTable('workspaces')
      .set({ trial_ends_at: t.clock.now() })
      .where('id', '=', workspaceId)
      .execute(),
  )
  for (const [state, paysByInvoice] of [
    ['on', true],
    ['off', false],
  ] as const) {
    expect((await runCli(t, 'manual-payments', workspaceId, state)).code).toBe(0)
    const { body } = await t.call('billing.subscription', { token: admin.token })
    expect([state, body.manual_payments, body.status]).toEqual([state, paysByInvoice, 'none'])
    expect((await readConfig(admin.token)).workspace).toMatchObject({
      billing_active: paysByInvoice,
      manual_payments: paysByInvoice,
    })
  }
})

test('has no billing calls without billing', async () => {
  const off = await startTestApp({ env: { BILLING: 'off' } })
  try {
    const { admin } = await makeTeam(off)
    const { body } = await off.call('config.get', { token: admin.token })
    expect([body.billing, body.subscription, body.workspace.billing_active]).toEqual([
      'off',
      null,
      true,
    ])
    expect((await off.call('billing.subscription', { token: admin.token })).status).toBe(404)
  } finally {
    await off.close()
  }
})
