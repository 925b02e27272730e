import { expect, test } from 'vitest'
import { setupSlackTeam } from '#tests/support/slack.ts'

const s = setupSlackTeam({ connect: { operator_app: true } })

test('finds the workspace of a request to the operator’s app', async () => {
  expect((await s.command('balance')).text).toContain('You have 0 points')
})

test('checks the signature before the body', async () => {
  const { payload } = s.slack.payloads.command({ id: s.ana.slack_id }, 'balance')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const body of [payload, 'payload={', ''])
    expect((await s.send('commands', { payload: body, headers })).statusCode).toBe(401)
})

test('refuses unknown Slack workspaces and the address of the workspace', async () => {
  const person = { id: s.ana.slack_id }
  const foreign = s.slack.payloads.command(person, 'balance', { team_id: 'T0OTHER' })
  expect((await s.send('commands', foreign)).statusCode).toBe(401)
  const own = s.slack.payloads.command(person, 'balance')
  const owner = s.team.workspace_id
  expect((await s.send('commands', own, { owner })).statusCode).toBe(401)
})

test('answers the check of the address', async () => {
  const answer = await s.send('events', s.slack.payloads.urlVerification('abc'))
  expect(answer.json()).toEqual({ challenge: 'abc' })
})

test('answers the check of the address of an own app that replaces the operator’s', async () => {
  await s.t.call('chat.save', {
    token: s.team.admin.token,
    params: { provider: 'slack' },
    body: { client_id: '9.9', signing_secret: s.slack.signingSecret },
  })
  const owner = s.team.workspace_id
  const answer = await s.send('events', s.slack.payloads.urlVerification('own'), { owner })
  expect(answer.json()).toEqual({ challenge: 'own' })
})
