import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type {
  ColumnChecks,
  ReviewCounts,
  ReviewedRow,
  UserImport,
} from '#contract/schemas/imports.ts'
import type { Attribute } from '#contract/schemas/attributes.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { importId, makeUserImport } from '#tests/support/import-data.ts'
import { callsTo, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { makeAttribute } from '#tests/support/attribute-data.ts'
import { makeConfig } from '#tests/support/web-data.ts'

const makeImport = (fields: Partial<UserImport> = {}): UserImport =>
  makeUserImport({
    columns: [
      { header: 'Work email', field: 'email', samples: ['ada@example.test'] },
      { header: 'Started', field: 'hire_date', samples: ['03/04/2020'] },
      { header: 'Person', field: 'full_name', samples: ['King 2, Ada'] },
      { header: 'Born', field: 'ignore', samples: ['12/31/1990'] },
    ],
    ...fields,
  })
const makeRow = (line: number, fields: Partial<ReviewedRow> = {}): ReviewedRow => ({
  line,
  email: `p${line}@example.test`,
  first_name: 'Ada',
  last_name: `King ${line}`,
  job_title: '',
  birth_date: null,
  hire_date: '2020-03-04',
  manager: '',
  department: '',
  location: '',
  attributes: [],
  country: '',
  timezone: '',
  employee_number: '',
  cost_center: '',
  away_from: '',
  away_until: '',
  status: '',
  outcome: 'invite',
  problems: [],
  ...fields,
})
const broken = makeRow(7, {
  email: 'broken@',
  outcome: 'refused',
  problems: [{ field: 'email', code: 'email_invalid', value: 'broken@', chars_max: null }],
})

/** Checks as a server does that reads "13/..." only day first. */
const checkOf = (field: string, order: 'dmy' | 'mdy' | undefined): ColumnChecks[number] =>
  field === 'hire_date' || field === 'birth_date'
    ? {
        filled: 300,
        readable: order === 'dmy' ? 120 : 298,
        date_order: order ?? 'mdy',
        unreadable: order === 'dmy' ? ['03/31/2020'] : ['n/a'],
      }
    : { filled: 300, readable: 300, date_order: null, unreadable: [] }

const noSubscription = {
  status: 'none',
  interval: null,
  quantity: 20,
  cancel_at_period_end: false,
  current_period_end: null,
  ended_at: null,
  unpaid: false,
  trial_ends_at: '2026-07-15T12:00:00.000Z',
  amount: 9000,
  discounts: [],
  open_invoice: null,
  lifetime_discount: true,
  manual_payments: false,
} satisfies OutputOf<'billing.subscription'>

const renderImport = (
  rows: ReviewedRow[] = [],
  counts: Partial<ReviewCounts> = {},
  config: Partial<AppConfig> = {},
  attributes: Attribute[] = [],
) => {
  const all = { invite: 294, update: 0, refused: 0, deactivate: 0, ignore: 0, warned: 0, ...counts }
  return renderApp(`/settings/team/import?id=${importId}`, {
    config: makeConfig(config),
    api: {
      'attributes.list': () => attributes,
      'billing.subscription': () => noSubscription,
      'imports.get': () => makeImport(),
      'imports.columns': ({ query }) =>
        (query.columns ?? []).map((field) =>
          checkOf(field, field === 'birth_date' ? query.birth_date : query.hire_date),
        ),
      'imports.preview': () => ({
        counts: all,
        mails_until: null,
        new_groups: { names: [], total: 0 },
      }),
      'imports.rows': () => ({ counts: all, total: rows.length, rows }),
    },
  })
}
const columnOf = async (header: string) => {
  const column = (await screen.findByText(header)).closest('li')
  if (!column) throw new Error(`no column ${header}`)
  return within(column)
}
const openReview = async (user: Awaited<ReturnType<typeof renderApp>>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  await screen.findByRole('heading', { name: 'Review your list' })
}
const rowOf = async (line: number) =>
  within(await screen.findByRole('row', { name: new RegExp(`^${line} `) }))

test('a column shows its share of readable cells for the chosen field', async () => {
  const { user } = await renderImport()
  const started = await columnOf('Started')
  await started.findByText('298 of 300 dates, month first')
  await started.findByText('We can’t read: n/a')
  await user.selectOptions(started.getByLabelText('Date order of Started'), 'dmy')
  await started.findByText('120 of 300 dates, day first')
  await started.findByText('We can’t read: 03/31/2020')
  await user.selectOptions(started.getByLabelText('Started'), 'job_title')
  await started.findByText('300 of 300 readable')
  expect(started.queryByLabelText('Date order of Started')).toBeNull()
})

test('a skipped column shows no share until a field is chosen', async () => {
  const { user } = await renderImport()
  const born = await columnOf('Born')
  await (await columnOf('Started')).findByText(/298 of 300/)
  expect(born.queryByText(/of 300/)).toBeNull()
  await user.selectOptions(born.getByLabelText('Born'), 'birth_date')
  await born.findByText('298 of 300 dates, month first')
})

test('the dry run gets the chosen fields and date orders', async () => {
  const { user } = await renderImport()
  const started = await columnOf('Started')
  await user.selectOptions(await started.findByLabelText('Date order of Started'), 'dmy')
  await user.selectOptions((await columnOf('Born')).getByLabelText('Born'), 'birth_date')
  await openReview(user)
  expect(callsTo('imports.preview').map(({ body }) => body)).toEqual([
    {
      columns: ['email', 'hire_date', 'full_name', 'birth_date'],
      date_orders: { hire_date: 'dmy' },
    },
  ])
})

test('a column of an attribute is chosen by its name, and the review shows its values', async () => {
  const days = makeAttribute()
  const field = `attribute:${days.id}` as const
  const rows = [
    makeRow(2, { attributes: [{ attribute_id: days.id, value: 'Friday' }] }),
    makeRow(3, { problems: [{ field, code: 'wrong_format', value: 'Sunday', chars_max: null }] }),
  ]
  const { user } = await renderImport(rows, {}, {}, [days])
  await screen.findAllByRole('option', { name: 'Office days' })
  await user.selectOptions((await columnOf('Born')).getByLabelText('Born'), 'Office days')
  await openReview(user)
  expect(callsTo('imports.preview').at(-1)?.body.columns).toContain(field)
  await screen.findByRole('columnheader', { name: 'Office days' })
  const [good, bad] = [await rowOf(2), await rowOf(3)]
  good.getByText('Friday')
  bad.getByText('“Sunday” isn’t an option of this list')
})

test('the review shows the parsed rows', async () => {
  const { user } = await renderImport([makeRow(2)])
  await openReview(user)
  const row = await rowOf(2)
  row.getByText('Ada King 2')
  row.getByText('Mar 4, 2020')
  row.getByText('Invite')
  expect(screen.queryByRole('columnheader', { name: 'Job title' })).toBeNull()
})

test('a problem is corrected in place and its outcome changes at once', async () => {
  const { user, fill } = await renderImport([broken], { refused: 1 })
  await openReview(user)
  const row = await rowOf(7)
  row.getByText('This isn’t an email address')
  await user.click(row.getByRole('button', { name: 'Row 7: Email: broken@' }))
  const field = row.getByLabelText<HTMLInputElement>('Row 7: Email')
  expect(document.activeElement).toBe(field)
  serve({
    'imports.edit_row': ({ body }) => makeRow(body.line, { email: body.value }),
    'imports.rows': () => ({
      counts: { invite: 295, update: 0, refused: 0, deactivate: 0, ignore: 0, warned: 0 },
      total: 0,
      rows: [],
    }),
  })
  await fill(field, 'fixed@example.test')
  await user.keyboard('{Enter}')
  await row.findByText('Invite')
  row.getByText('fixed@example.test')
  expect(callsTo('imports.edit_row').map(({ body }) => body)).toEqual([
    { line: 7, field: 'email', value: 'fixed@example.test' },
  ])
  await screen.findByRole('button', { name: 'Send 295 invitations' })
})

test('Escape keeps the value of a cell', async () => {
  const { user, fill } = await renderImport([broken], { refused: 1 })
  await openReview(user)
  const row = await rowOf(7)
  await user.click(row.getByRole('button', { name: /broken@/ }))
  await fill(row.getByLabelText('Row 7: Email'), 'other@example.test')
  await user.keyboard('{Escape}')
  row.getByRole('button', { name: /broken@/ })
  expect(callsTo('imports.edit_row')).toEqual([])
})

test('a refused correction keeps the problem and shows the reason', async () => {
  const { user, fill } = await renderImport([broken], { refused: 1 })
  await openReview(user)
  const row = await rowOf(7)
  serve({ 'imports.edit_row': () => refuse('unavailable') })
  await user.click(row.getByRole('button', { name: /broken@/ }))
  await fill(row.getByLabelText('Row 7: Email'), 'fixed@example.test')
  await user.keyboard('{Enter}')
  await screen.findByText('Server is not responding. Please try again.')
  row.getByRole('button', { name: /broken@/ })
})

test('views and pages of the review load when they are opened', async () => {
  const { user } = await renderImport([broken], { refused: 1, invite: 120 })
  await openReview(user)
  const views = within(screen.getByRole('navigation', { name: 'Rows by outcome' }))
  expect(views.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Problems 1',
    'To invite 120',
  ])
  serve({
    'imports.rows': ({ query: { page } }) => ({
      counts: { invite: 120, update: 0, refused: 1, deactivate: 0, ignore: 0, warned: 0 },
      total: 120,
      rows: [makeRow(100 + page)],
    }),
  })
  await user.click(views.getByRole('button', { name: 'To invite 120' }))
  await rowOf(100)
  screen.getByText('1–50 of 120')
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await rowOf(101)
  await waitFor(() => screen.getByText('51–100 of 120'))
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await screen.findByText('101–120 of 120')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(true)
})

test('the departments that do not exist yet are created on request', async () => {
  const counts = { invite: 2, update: 0, refused: 0, deactivate: 0, ignore: 0, warned: 0 }
  let current = makeImport()
  const { user } = await renderApp(`/settings/team/import?id=${current.id}`, {
    config: makeConfig({ billing: 'off' }),
    api: {
      'imports.get': () => current,
      'imports.columns': () => [{ filled: 2, readable: 2, date_order: null, unreadable: [] }],
      'imports.preview': () => ({
        counts,
        mails_until: null,
        new_groups: { names: ['Support', 'Berlin'], total: 5 },
      }),
      'imports.rows': () => ({ counts, total: 0, rows: [] }),
      'imports.start': () => {
        current = makeImport({ state: 'in_progress' })
        return current
      },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  const box = await screen.findByRole('checkbox', {
    name: 'Create 5 new departments and locations',
  })
  screen.getByText('Support, Berlin and 3 more')
  await user.click(box)
  await user.click(screen.getByRole('button', { name: /^Send 2/ }))
  await waitFor(() =>
    expect(callsTo('imports.start').map(({ body }) => body.create_groups)).toEqual([false]),
  )
})
