import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OutputOf } from '#contract/routes/index.ts'
import type { UserImport } from '#contract/schemas/imports.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { importId, makeUserImport } from '#tests/support/import-data.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { makeConfig } from '#tests/support/web-data.ts'

const makeImport = (fields: Partial<UserImport> = {}) => makeUserImport({ rows: 294, ...fields })
const makeSubscription = (
  fields: Partial<OutputOf<'billing.subscription'>> = {},
): OutputOf<'billing.subscription'> => ({
  status: 'none',
  interval: null,
  quantity: 5,
  cancel_at_period_end: false,
  current_period_end: null,
  ended_at: null,
  unpaid: false,
  trial_ends_at: '2026-07-15T12:00:00.000Z',
  amount: 9000,
  discounts: [],
  open_invoice: null,
  lifetime_discount: false,
  manual_payments: false,
  ...fields,
})
const counts = { invite: 294, update: 0, refused: 0, deactivate: 0, ignore: 0, warned: 0 }

/** Opens the review of a list of 294 people to invite. */
async function renderReview(
  config: Partial<AppConfig> = {},
  subscription: Partial<OutputOf<'billing.subscription'>> = {},
) {
  let current = makeImport()
  const app = await renderApp(`/settings/team/import?id=${importId}`, {
    config: makeConfig(config),
    api: {
      'imports.get': () => current,
      'imports.columns': () => [{ filled: 294, readable: 294, date_order: null, unreadable: [] }],
      'imports.preview': () => ({ counts, mails_until: null, new_groups: { names: [], total: 0 } }),
      'imports.rows': () => ({ counts, total: 0, rows: [] }),
      'imports.start': ({ body }) => {
        const holds = body.invitations.when !== 'now'
        current = makeImport({ state: 'in_progress', holds_invites: holds })
        return current
      },
      'billing.subscription': () => makeSubscription(subscription),
    },
  })
  await app.user.click(await screen.findByRole('button', { name: 'Continue' }))
  await screen.findByRole('heading', { name: 'Invitations' })
  return app
}
const started = () => callsTo('imports.start').map(({ body }) => body)

test('invitations are sent now with the personal message', async () => {
  const { user, fill } = await renderReview()
  await fill(screen.getByLabelText('Personal message (optional)'), 'Welcome, all!')
  await user.click(screen.getByRole('button', { name: 'Send 294 invitations' }))
  await screen.findByRole('progressbar')
  expect(started()).toEqual([
    {
      invitations: { when: 'now' },
      message: 'Welcome, all!',
      create_groups: false,
      deactivate: false,
    },
  ])
})

test('invitations are planned for a day', async () => {
  const { user, fill } = await renderReview()
  expect(screen.queryByLabelText(/^Date/)).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'On a date' }))
  const day = screen.getByLabelText<HTMLInputElement>(/^Date/)
  expect(day.min < day.max).toBe(true)
  await fill(day, day.max)
  serve({
    'imports.start': () =>
      refuse('out_of_range', { field: 'date', params: { start: day.min, finish: day.max } }),
  })
  await user.click(screen.getByRole('button', { name: 'Plan 294 invitations' }))
  await screen.findByText(/^Must be between/)
  expect(started()).toEqual([
    {
      invitations: { when: 'date', date: day.max },
      message: '',
      create_groups: false,
      deactivate: false,
    },
  ])
})

test('people can be added without an invitation', async () => {
  const { user, fill } = await renderReview()
  await fill(screen.getByLabelText('Personal message (optional)'), 'Not for now')
  await user.click(screen.getByRole('radio', { name: 'Not yet' }))
  expect(screen.queryByLabelText('Personal message (optional)')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Add 294 people' }))
  await screen.findByText('People are being added')
  expect(started()).toEqual([
    { invitations: { when: 'later' }, message: '', create_groups: false, deactivate: false },
  ])
})

test('the preview shows the mail with the message', async () => {
  const { user, fill } = await renderReview()
  serve({
    'imports.preview_mail': ({ body }) => ({
      subject: 'Join Juniper & Lane on Laurel',
      title: 'You’re invited',
      intro: 'Nora would like you to join.',
      message: body.message,
      what: 'Colleagues thank each other.',
      action: 'Join the team',
      expires: 'Within 30 days.',
    }),
  })
  await fill(screen.getByLabelText('Personal message (optional)'), '<b>Hello</b>')
  await user.click(screen.getByRole('button', { name: 'Preview email' }))
  const dialog = await findDialog('Your invitation')
  dialog.getByText('<b>Hello</b>')
  dialog.getByText('Join Juniper & Lane on Laurel')
})

test('a refused message shows its reason at the field', async () => {
  const { user, fill } = await renderReview()
  await fill(screen.getByLabelText('Personal message (optional)'), 'See www.evil.example')
  await user.click(screen.getByRole('button', { name: 'Send 294 invitations' }))
  await screen.findByText('Please remove web addresses from this text')
  expect(screen.getByLabelText('Personal message (optional)').getAttribute('aria-invalid')).toBe(
    'true',
  )
})

test('sample people are removed before the import starts', async () => {
  const { user } = await renderReview({ demo_data: true })
  serve({ 'workspace.reset_demo_data': () => undefined })
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /Remove the sample people/ })
  expect(box.checked).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Send 294 invitations' }))
  await screen.findByRole('progressbar')
  expect([callsTo('workspace.reset_demo_data').length, started().length]).toEqual([1, 1])
})

test('nothing starts after the removal of sample people failed', async () => {
  const { user } = await renderReview({ demo_data: true })
  serve({ 'workspace.reset_demo_data': () => refuse('reset_failed') })
  const send = () => user.click(screen.getByRole('button', { name: 'Send 294 invitations' }))
  await send()
  await screen.findByRole('alert')
  expect(started()).toEqual([])
  await user.click(screen.getByRole('checkbox', { name: /Remove the sample people/ }))
  await send()
  await screen.findByRole('progressbar')
  expect(started()).toHaveLength(1)
})

test('the price of everyone is shown with the lifetime discount', async () => {
  await renderReview(
    { workspace: { ...makeConfig().workspace, users_count: 1 } },
    { lifetime_discount: true },
  )
  await screen.findByText('If all 294 invited people join: $864 / month')
})

test('administrators without billing permission see no price', async () => {
  await renderReview({ abilities: ['take_part', 'enter_settings', 'manage_team'] })
  expect(screen.queryByText(/invited people join/)).toBeNull()
  expect(callsTo('billing.subscription')).toEqual([])
})

const renderResult = (fields: Partial<UserImport>) =>
  renderApp(`/settings/team/import?id=${importId}`, {
    api: {
      'imports.get': () => makeImport({ state: 'finished', done: 294, invited: 294, ...fields }),
    },
  })

test('planned invitations can be canceled', async () => {
  const { user } = await renderResult({
    held: 294,
    holds_invites: true,
    invites_at: '2099-06-18T09:00:00.000Z',
  })
  await screen.findByText('294 people aren’t invited yet.')
  screen.getByText(/^Invitations go out on/)
  serve({
    'imports.plan_invites': () =>
      makeImport({ state: 'finished', done: 294, held: 294, holds_invites: true }),
    'imports.get': () =>
      makeImport({ state: 'finished', done: 294, held: 294, holds_invites: true }),
  })
  await user.click(screen.getByRole('button', { name: 'Cancel the date' }))
  await screen.findByText(/^Invite them from the team page/)
  expect(callsTo('imports.plan_invites').map(({ body }) => body)).toEqual([{ when: 'later' }])
  expect(screen.queryByRole('button', { name: 'Cancel the date' })).toBeNull()
})

test('invitations that could not be sent are counted', async () => {
  await renderResult({ failed_mails: 1 })
  const alert = await screen.findByRole('alert', { name: 'Some invitations could not be sent' })
  within(alert).getByText(/^1 email couldn’t be sent/)
  await expectNoViolations(screen.getByRole('main'))
})

test('the last step is marked as done and links to next steps', async () => {
  await renderResult({})
  const steps = within(await screen.findByRole('list', { name: 'Steps of the import' }))
  expect(steps.getAllByText('(done)', { exact: false })).toHaveLength(4)
  const next = within(screen.getByRole('navigation', { name: 'Next steps' }))
  expect(next.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/settings/global',
    '/settings/values',
    '/settings/rewards',
  ])
})

test('members who have left are deactivated only after a choice', async () => {
  const leavers = { invite: 0, update: 0, refused: 0, deactivate: 2, ignore: 1, warned: 0 }
  let current = makeImport()
  const { user } = await renderApp(`/settings/team/import?id=${importId}`, {
    config: makeConfig({ billing: 'off' }),
    api: {
      'imports.get': () => current,
      'imports.columns': () => [{ filled: 3, readable: 3, date_order: null, unreadable: [] }],
      'imports.preview': () => ({
        counts: leavers,
        mails_until: null,
        new_groups: { names: [], total: 0 },
      }),
      'imports.rows': () => ({ counts: leavers, total: 0, rows: [] }),
      'imports.start': () => {
        current = makeImport({ state: 'in_progress' })
        return current
      },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  const start = await screen.findByRole<HTMLButtonElement>('button', {
    name: 'Deactivate 2 people',
  })
  expect(start.disabled).toBe(true)
  await user.click(screen.getByRole('checkbox', { name: 'Deactivate 2 people who have left' }))
  await user.click(start)
  await screen.findByRole('progressbar')
  expect(started()).toMatchObject([{ deactivate: true }])
})

test('a list without anybody to import cannot be sent', async () => {
  const none = { invite: 0, update: 0, refused: 1, deactivate: 0, ignore: 0, warned: 0 }
  const { user } = await renderApp(`/settings/team/import?id=${importId}`, {
    config: makeConfig({ billing: 'off' }),
    api: {
      'imports.get': () => makeImport({ rows: 1 }),
      'imports.columns': () => [{ filled: 1, readable: 0, date_order: null, unreadable: [] }],
      'imports.preview': () => ({
        counts: none,
        mails_until: null,
        new_groups: { names: [], total: 0 },
      }),
      'imports.rows': () => ({ counts: none, total: 0, rows: [] }),
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  await screen.findByText(/^We can’t import any rows yet/)
  await expectNoViolations(screen.getByRole('main'))
  expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull()
})
