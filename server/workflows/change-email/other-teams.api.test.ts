import { beforeEach, expect, test } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import {
  makeMember,
  makeTeam,
  markPresent,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { readMailedCode, requestSignInCode } from '#tests/support/sign-in-codes.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let team: Team
let member: Member
let newAddress: string
let count = 0

// The hourly limit of codes is counted by client address, so each test runs in its own hour.
beforeEach(async () => {
  t.clock.advance(hourMs + 1)
  count += 1
  newAddress = `new-address${count}@example.test`
  team = await makeTeam(t)
  member = await makeMember(t, team.workspace_id)
})

/** Changes the address of the member. Returns the token of the undo link. */
async function changeAddress(): Promise<string> {
  const { token } = member
  await markPresent(t, member)
  const { body } = await t.call('profiles.get_code', { token, body: { email: newAddress } })
  const code = readMailedCode(t, newAddress)
  const changed = await t.call('profiles.verify_code', {
    token,
    body: { email: newAddress, sig: body.sig, code },
  })
  expect(changed.codes).toEqual([])
  await processOutbox(t.services)
  const mail = t.mails.findLast(({ to }) => to === member.email)
  return /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}
async function signIn(email: string): Promise<string> {
  const body = await requestSignInCode(t, email)
  return (await t.call('auth.verify_code', { body })).body.access_token
}
const enter = (token: string, { workspace_id: id }: Team) =>
  t.call('auth.create_session', { token, body: { workspace_id: id } })

test('a change of address is in the audit log of every team', async () => {
  const other = await makeTeam(t)
  const invited = await t.call('users.create', {
    token: other.admin.token,
    body: { users: [{ email: member.email }] },
  })
  await enter(await signIn(member.email), other)
  await changeAddress()
  const lastEntry = async ({ admin }: Team) => {
    const { body } = await t.call('workspace.audit', { token: admin.token })
    const entry = body.items[0]
    return [entry?.action, entry?.actor?.id, entry?.details]
  }
  const id = invited.body[0]?.user?.id
  expect(await lastEntry(team)).toEqual([
    'address.change',
    member.user_id,
    { user_id: member.user_id },
  ])
  expect(await lastEntry(other)).toEqual(['address.change', id, { user_id: id }])
})

test('a person who joined with the old address and was invited again keeps it', async () => {
  const undoToken = await changeAddress()
  const other = await makeTeam(t)
  const { token } = other.admin
  const invited = await t.call('users.create', {
    token,
    body: { users: [{ email: member.email }] },
  })
  await enter(await signIn(member.email), other)
  const params = { id: invited.body[0]?.user?.id ?? '' }
  for (const state of ['deactivated', 'pending'] as const)
    expect((await t.call('users.update', { token, params, body: { state } })).codes).toEqual([])
  const { codes } = await t.call('auth.undo_address', { body: { token: undoToken } })
  expect(codes).toEqual(['email_taken'])
})
