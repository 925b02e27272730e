import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OutputOf } from '#contract/routes/index.ts'
import type { Handlers } from '#tests/support/fake-api.ts'
import { exampleTime, nextId } from '#tests/support/web-data.ts'
import {
  callsTo,
  findDialog,
  neverAnswer,
  refuse,
  renderApp,
  serve,
} from '#tests/support/render.tsx'
import type { ScimGroup, ScimSettings } from '../api/queries.ts'

type Activity = OutputOf<'scim.activity'>['items'][number]
const makeActivity = (fields: Partial<Activity> = {}): Activity => ({
  id: nextId(),
  token: 'Okta',
  method: 'POST',
  resource: 'User',
  user: null,
  subject: 'ida@northwind.example',
  fields: [],
  outcome: 'created',
  status: 201,
  detail: '',
  dry_run: true,
  created_at: exampleTime,
  ...fields,
})
const makeGroup = (fields: Partial<ScimGroup> = {}): ScimGroup => ({
  id: nextId(),
  name: 'Reward team',
  kind: 'custom',
  permission: null,
  members: 3,
  ...fields,
})

async function renderScim({
  settings = {},
  groups = [],
  activity = [],
  api = {},
}: {
  settings?: Partial<ScimSettings>
  groups?: ScimGroup[]
  activity?: Activity[]
  api?: Handlers
} = {}) {
  let current: ScimSettings = {
    base_url: 'https://laurel.example/scim/v2',
    name: '',
    dry_run: true,
    sends_invitations: true,
    grants_account_administrator: false,
    paused_at: null,
    tokens: [],
    ...settings,
  }
  return renderApp('/settings/scim', {
    api: {
      'scim.get': () => current,
      'scim.groups': () => ({ items: groups, next_cursor: null }),
      'scim.activity': ({ query }) => ({
        items: activity.filter((one) => !query.outcome || one.outcome === query.outcome),
        next_cursor: null,
      }),
      'scim.update': ({ body }) => (current = { ...current, ...body }),
      'scim.resume': () => (current = { ...current, paused_at: null }),
      'scim.create_token': ({ body }) => {
        const token = { id: nextId(), name: body.name, created_at: exampleTime, last_used_at: null }
        current = { ...current, tokens: [...current.tokens, token] }
        return { ...token, token: 'secret-token' }
      },
      'scim.revoke_token': () => {
        current = { ...current, tokens: [] }
      },
      'scim.map_group': ({ params, body }) => ({
        ...(groups.find((group) => group.id === params.id) ?? makeGroup()),
        permission: body.permission ?? null,
      }),
      ...api,
    },
  })
}

test('a new token is shown once, and can be revoked', async () => {
  const { user, fill } = await renderScim()
  await user.click(await screen.findByRole('button', { name: 'Create a token' }))
  const dialog = await findDialog('Create a token')
  await fill(dialog.getByLabelText('Name of the token'), 'Okta')
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await dialog.findByDisplayValue('secret-token')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'I’ve copied it' }))
  await waitFor(() => expect(screen.queryByDisplayValue('secret-token')).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Revoke' }))
  const ask = await findDialog('Revoke Okta?')
  await user.click(ask.getByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(callsTo('scim.revoke_token')).toHaveLength(1))
})

test('the dry run is turned off', async () => {
  const { user } = await renderScim()
  await user.click(await screen.findByRole('switch', { name: /^Dry run/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    // Only the change: a colleague may have limited what the provider grants.
    expect(callsTo('scim.update').at(-1)?.body).toEqual({ dry_run: false }),
  )
})

test('paused provisioning is resumed', async () => {
  const { user } = await renderScim({ settings: { paused_at: exampleTime } })
  await user.click(await screen.findByRole('button', { name: 'Resume' }))
  await waitFor(() => expect(screen.queryByText('Provisioning is paused')).toBeNull())
})

test('a group gives its members a permission', async () => {
  const group = makeGroup()
  const { user } = await renderScim({ groups: [group] })
  await user.selectOptions(
    await screen.findByLabelText('Permission of Reward team'),
    'rewards_administrator',
  )
  await waitFor(() =>
    expect(callsTo('scim.map_group')).toMatchObject([
      { params: { id: group.id }, body: { permission: 'rewards_administrator' } },
    ]),
  )
})

test('the activity is filtered and shows why a request failed', async () => {
  const { user } = await renderScim({
    activity: [
      makeActivity(),
      makeActivity({ outcome: 'failed', subject: 'ben', detail: 'The user ben exists' }),
    ],
  })
  const list = await screen.findByRole('list', { name: 'Activity' })
  await within(list).findByText('ida@northwind.example')
  await user.selectOptions(screen.getByLabelText('Show'), 'failed')
  await waitFor(() => expect(screen.queryByText('ida@northwind.example')).toBeNull())
  await screen.findByText('The user ben exists')
})

test.each([
  ['Groups from the provider', 'scim.groups', 'Groups that the provider sends will show up here.'],
  ['Activity', 'scim.activity', 'Nothing came from the provider yet.'],
] as const)('%s shows an error with a retry', async (name, call, empty) => {
  const { user } = await renderScim({ api: { [call]: () => refuse('unavailable') } })
  const section = within(await screen.findByRole('group', { name }))
  const retry = await section.findByRole('button', { name: 'Try again' })
  serve({ [call]: () => ({ items: [], next_cursor: null }) })
  await user.click(retry)
  await section.findByText(empty)
})

test('the lists show that they load', async () => {
  await renderScim({ api: { 'scim.groups': neverAnswer, 'scim.activity': neverAnswer } })
  for (const name of ['Groups from the provider', 'Activity']) {
    const section = await screen.findByRole('group', { name })
    expect(section.querySelector('[aria-busy=true]')).not.toBeNull()
  }
})
