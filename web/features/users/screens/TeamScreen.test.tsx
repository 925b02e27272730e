import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ListedMember } from '#contract/schemas/users.ts'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { makeMember, makePermissions } from '#tests/support/web-data.ts'
import {
  callsTo,
  findDialog,
  loseConnection,
  refuse,
  renderApp,
  serve,
} from '#tests/support/render.tsx'
import { configQuery } from '#web/shared/config.ts'

/** Renders the team over members that edits and adjustments change. */
async function renderTeam(...members: ListedMember[]) {
  const change = (id: string, fields: object) => {
    const index = members.findIndex((one) => one.id === id)
    const changed = { ...members[index], ...fields } as ListedMember
    members[index] = { ...changed, name: `${changed.first_name} ${changed.last_name}` }
    return members[index]
  }
  const app = await renderApp('/settings/team', {
    api: {
      'users.list': () => ({
        items: members,
        next_cursor: null,
        counts: { pending: 0, accepted: members.length, deactivated: 0 },
      }),
      'users.update': ({ params, body }) => {
        if (body.first_name === '') return refuse('first_name_required', { field: 'first_name' })
        if (body.last_name === '') return refuse('last_name_required', { field: 'last_name' })
        if (body.phone === '12') return refuse('phone_invalid', { field: 'phone' })
        const { limits } = members.find((one) => one.id === params.id) ?? makeMember()
        const { state: _, ...fields } = body
        return change(params.id, { ...fields, limits: { ...limits, ...body.limits } })
      },
      'users.permissions': ({ params, body }) =>
        change(params.id, { permissions: { ...makePermissions(), ...body } }),
      'coins.adjust': ({ params, body }) => {
        const { balance = 0 } = members.find((one) => one.id === params.id) ?? {}
        if (balance + body.amount < 0) return refuse('invalid_amount', { field: 'amount' })
        return {
          user_id: params.id,
          balance: change(params.id, { balance: balance + body.amount }).balance,
        }
      },
    },
  })
  const chooseAction = async (name: string, action: string) => {
    await app.user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
    await app.user.click(await screen.findByRole('menuitem', { name: action }))
    return findDialog()
  }
  return { ...app, chooseAction }
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const row = (name: string) => within(screen.getByText(name).closest('tr') ?? document.body)
const bjorn = () =>
  makeMember({
    first_name: 'Björn',
    last_name: 'Åkesson',
    name: 'Björn Åkesson',
    email: 'bjorn@laurel.example',
  })

test('editing a member shows each error at its field', async () => {
  const { user, chooseAction, fill } = await renderTeam(bjorn())
  const dialog = await chooseAction('Björn Åkesson', 'Edit')
  const save = () => user.click(dialog.getByRole('button', { name: 'Save' }))
  await fill(dialog.getByLabelText('First name'), '')
  await save()
  await dialog.findByText('First name is required')
  await fill(dialog.getByLabelText('First name'), 'Bjorn')
  await fill(dialog.getByLabelText('Last name'), ' ')
  await save()
  await dialog.findByText('Last name is required')
  await fill(dialog.getByLabelText('Last name'), 'Akesson')
  await fill(dialog.getByLabelText('Phone'), '12')
  await save()
  await dialog.findByText('Please enter a valid telephone number')
  expect(document.activeElement).toBe(dialog.getByLabelText('Phone'))
  await fill(dialog.getByLabelText('Phone'), '+46 8 123 456 00')
  const points = dialog.getByLabelText<HTMLInputElement>('Points per month')
  await fill(points, '5000000')
  await save()
  await dialog.findByText(/Must be between/)
  expect(points.placeholder).toBe('The team’s limit: 250')
  await fill(points, '40')
  await fill(dialog.getByLabelText('Job title'), 'Founder')
  const birthday = within(dialog.getByRole('group', { name: 'Birthday' }))
  await user.selectOptions(birthday.getByLabelText('Month'), 'February')
  await user.selectOptions(birthday.getByLabelText('Day'), '29')
  await fill(birthday.getByLabelText('Year'), '1980')
  expect(
    dialog.getByLabelText<HTMLInputElement>('Email').readOnly ||
      dialog.getByLabelText<HTMLInputElement>('Email').disabled,
  ).toBe(true)
  await save()
  await isClosed()
  row('Bjorn Akesson').getByText('Founder')

  const again = await chooseAction('Bjorn Akesson', 'Edit')
  expect(again.getByLabelText<HTMLInputElement>('Points per month').value).toBe('40')
  const saved = within(again.getByRole('group', { name: 'Birthday' }))
  const valueOf = (name: string) => saved.getByLabelText<HTMLInputElement>(name).value
  expect(['Month', 'Day', 'Year'].map(valueOf)).toEqual(['02', '29', '1980'])
  await user.clear(again.getByLabelText('Points per month'))
  await user.click(again.getByRole('button', { name: 'Save' }))
  await isClosed()
  expect(callsTo('users.update').at(-1)?.body).toMatchObject({ limits: { limit: null } })
})

test('a disabled permission shows the reason', async () => {
  const lastHolder = makeMember({
    first_name: 'Nora',
    last_name: 'Albrecht',
    name: 'Nora Albrecht',
    permissions: makePermissions('global_administrator', 'account_administrator'),
    abilities: {
      ...makeMember().abilities,
      fixed_permissions: {
        account_administrator: 'last_holder',
        billing_administrator: 'not_held',
      },
    },
  })
  const { user, chooseAction } = await renderTeam(lastHolder, bjorn())
  const dialog = await chooseAction('Nora Albrecht', 'Permissions')
  const box = (name: string) =>
    dialog.getByRole<HTMLInputElement>('switch', { name: new RegExp(`^${name}`) })
  expect([
    box('Account administrator').disabled,
    box('Billing administrator').disabled,
    box('Global administrator').disabled,
  ]).toEqual([true, true, false])
  dialog.getByText(/^No one else on the team has this permission/)
  dialog.getByText(/^You don’t hold this permission yourself/)
  await user.keyboard('{Escape}')
  await isClosed()
  const other = await chooseAction('Björn Åkesson', 'Permissions')
  await user.click(other.getByRole('switch', { name: /^Global administrator/ }))
  // The permissions of the others depend on his, so the list loads again.
  const before = callsTo('users.list').length
  await user.click(other.getByRole('button', { name: 'Save' }))
  await isClosed()
  await waitFor(() => expect(callsTo('users.list').length).toBeGreaterThan(before))
  row('Björn Åkesson').getByText('Global')
})

test('a menu offers only permitted actions', async () => {
  const owner = makeMember({
    first_name: 'Nora',
    last_name: 'Albrecht',
    name: 'Nora Albrecht',
    abilities: {
      ...makeMember().abilities,
      edit: false,
      deactivate: false,
      delete: false,
    },
  })
  const { user } = await renderTeam(owner)
  await user.click(await screen.findByRole('button', { name: 'Actions for Nora Albrecht' }))
  await screen.findByRole('menuitem', { name: 'View profile' })
  expect(screen.queryByRole('menuitem', { name: /^(Edit|Deactivate|Delete)$/ })).toBeNull()
})

test('a balance adjustment below zero is refused at the field', async () => {
  const { user, chooseAction, fill } = await renderTeam(makeMember({ balance: 30 }))
  const dialog = await chooseAction('Camille Durand', 'Adjust balance')
  const points = dialog.getByLabelText<HTMLInputElement>('Points')
  const adjust = () => user.click(dialog.getByRole('button', { name: 'Adjust' }))
  await adjust()
  await dialog.findByText('Invalid amount value')
  await fill(points, '-5')
  await dialog.findByText('Please enter a whole number')
  await adjust()
  expect(points.value).toBe('-5')
  await user.click(dialog.getByText('Remove points'))
  await fill(points, '31')
  expect(dialog.getAllByRole('definition').map((one) => one.textContent)).toEqual(['30', '-1'])
  await adjust()
  await dialog.findByText('Invalid amount value')
  await expectNoViolations(screen.getByRole('dialog'))
  await fill(points, '20')
  await fill(dialog.getByLabelText('Comment'), 'For the fair')
  await adjust()
  await isClosed()
  expect(callsTo('coins.adjust').map(({ body }) => body)).toEqual([
    { amount: -31, comment: '' },
    { amount: -20, comment: 'For the fair' },
  ])
  row('Camille Durand').getByText('10')
})

test('a repeated adjustment keeps its idempotency key', async () => {
  const { user, chooseAction, fill } = await renderTeam(makeMember({ balance: 30 }))
  const dialog = await chooseAction('Camille Durand', 'Adjust balance')
  await fill(dialog.getByLabelText('Points'), '20')
  await user.type(dialog.getByLabelText('Comment'), 'For the fair')
  serve({ 'coins.adjust': loseConnection })
  await user.click(dialog.getByRole('button', { name: 'Adjust' }))
  await dialog.findByText('Server is not responding. Please try again.')
  serve({ 'coins.adjust': ({ params }) => ({ user_id: params.id, balance: 50 }) })
  await user.click(dialog.getByRole('button', { name: 'Adjust' }))
  await isClosed()
  const keys = callsTo('coins.adjust').map(({ key }) => key)
  expect([keys.length, new Set(keys).size, keys.includes(null)]).toEqual([2, 1, false])
})

test('a team list that fails to load offers a retry', async () => {
  const { user } = await renderApp('/settings/team', { api: { 'users.list': loseConnection } })
  await screen.findByText('Server is not responding. Please try again.')
  await expectNoViolations(screen.getByRole('main'))
  serve({
    'users.list': () => ({
      items: [bjorn()],
      next_cursor: null,
      counts: { pending: 0, accepted: 1, deactivated: 0 },
    }),
  })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: 'Actions for Björn Åkesson' })
})

test('an export that fails shows its error', async () => {
  const { user } = await renderTeam(bjorn())
  serve({ 'users.csv': loseConnection })
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  await screen.findByText('Server is not responding. Please try again.')
})

test('a view saved in another tab outlives a change in this one', async () => {
  const { user, client } = await renderTeam(bjorn())
  await user.click(await screen.findByRole('button', { name: 'Columns' }))
  const key = `team-list:${client.getQueryData(configQuery.queryKey)?.user.id}`
  const newValue = JSON.stringify({ views: [{ name: 'Leads', view: { search: 'lead' } }] })
  act(() => {
    localStorage.setItem(key, newValue)
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
  })
  await user.click(screen.getByText('Compact'))
  expect(JSON.parse(localStorage.getItem(key) ?? '')).toMatchObject({
    density: 'compact',
    views: [{ name: 'Leads', view: { search: 'lead' } }],
  })
})
