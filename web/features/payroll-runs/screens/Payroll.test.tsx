import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PayrollDraft } from '#contract/schemas/payroll.ts'
import type { Handlers } from '#tests/support/fake-api.ts'
import {
  makeEmptyDraft,
  makePayrollDraft,
  makePayrollLine,
  makePayrollRunData,
  payrollLines,
} from '#tests/support/payroll-data.ts'
import { refuseClipboard } from '#tests/support/clipboard.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'

const render = (api: Handlers = {}) =>
  renderApp('/settings/finance/payroll', {
    api: {
      'payroll_runs.draft': () => makePayrollDraft(),
      'payroll_runs.list': () => ({ items: [], next_cursor: null }),
      ...api,
    },
  })
const findLines = async () =>
  within(await screen.findByRole('table', { name: 'Lines of the next run' }))
const openLock = async (user: Awaited<ReturnType<typeof render>>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Lock run' }))
  return findDialog('Lock May 2026?')
}

test('shows the counts, sums and lines of the next run', async () => {
  await render()
  const sums = within(await screen.findByRole('table', { name: 'Sums by currency' }))
  expect(sums.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'CurrencyValueTaxableGross-up',
    'EUR€12,500.00€12,440.00€5,331.43',
    'GBP£25.50£10.00£0.00',
    'JPY¥45,000¥0¥0',
  ])
  const lines = await findLines()
  expect(lines.getByRole('row', { name: /^Tomás Ferreira/ }).textContent).toBe(
    'Tomás FerreiraNo employee numberNo valueNo tax ruleMay 12, 2026CharityNo country–––',
  )
  expect(lines.getByRole('row', { name: /^Ivan Petrenko/ }).textContent).toContain(
    'CorrectionLateMar 3, 2026',
  )
  screen.getByText('No run yet. The first one you lock appears here.')
})

test('says what to check and where to mend it', async () => {
  await render()
  const list = within(await screen.findByRole('region', { name: 'To check' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1 line has no value: points had no worth that day. Set a worth',
    '1 line has no tax rule, so nothing of it is taxable. Open tax rules',
    '1 line is of someone without an employee number. Open the team',
    '2 lines are from earlier days and are in no run yet.',
    '1 line takes back a purchase of an earlier run.',
  ])
  expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/settings/finance',
    '/settings/finance/tax-rules',
    '/settings/team',
  ])
})

test('opens all first lines and names how many there are', async () => {
  const first = Array.from({ length: 12 }, (_, n) => ({
    ...makePayrollLine(1),
    purchase_id: `00000000-0000-7000-8000-0000000001${10 + n}`,
  }))
  const { user } = await render({
    'payroll_runs.draft': () => makePayrollDraft({ lines: 300, first_lines: first }),
  })
  await screen.findByText('10 of 300 lines. The file has all of them.')
  await user.click(screen.getByRole('button', { name: 'Show 2 more lines' }))
  screen.getByText('12 of 300 lines. The file has all of them.')
  expect((await findLines()).getAllByRole('row')).toHaveLength(13)
})

test('loads the draft of another month, of own days and of a country', async () => {
  const { user, fill } = await render({
    'payroll_runs.draft': ({ query }) =>
      makePayrollDraft({ country: query.country ?? null, ...query }),
  })
  await findLines()
  expect(callsTo('payroll_runs.draft')[0]?.query).toEqual({})
  await user.click(screen.getByRole('button', { name: 'Next month' }))
  await screen.findByText('June 2026')
  await waitFor(() =>
    expect(callsTo('payroll_runs.draft').at(-1)?.query).toEqual({
      from: '2026-06-01',
      to: '2026-06-30',
    }),
  )
  await fill(screen.getByLabelText('To'), '2026-06-10')
  await screen.findByText('Jun 1 – 10, 2026')
  await user.selectOptions(screen.getByLabelText('Country'), 'PT')
  await waitFor(() =>
    expect(callsTo('payroll_runs.draft').at(-1)?.query).toEqual({
      from: '2026-06-01',
      to: '2026-06-10',
      country: 'PT',
    }),
  )
  await fill(screen.getByLabelText('To'), '2026-05-10')
  await screen.findByText('Choose at most 366 days, the first one first.')
  expect(screen.queryByRole('button', { name: 'Lock run' })).toBeNull()
})

test('locks the draft that was looked at', async () => {
  const { user } = await render()
  const dialog = await openLock(user)
  dialog.getByText('All countries · 6 lines · 6 people')
  dialog.getByText('3 points are still open under “To check”.')
  const run = makePayrollRunData({ number: 3, from: '2026-05-01', to: '2026-05-31' })
  serve({
    'payroll_runs.lock': () => run,
    'payroll_runs.draft': () => makeEmptyDraft({ from: '2026-06-01', to: '2026-06-30' }),
    'payroll_runs.list': () => ({ items: [run], next_cursor: null }),
  })
  await user.click(dialog.getByRole('button', { name: 'Lock run' }))
  await screen.findByText('Run 3 is locked.')
  expect(callsTo('payroll_runs.lock')[0]?.body).toEqual({
    from: '2026-05-01',
    to: '2026-05-31',
    country: null,
    hash: 'a'.repeat(64),
  })
  await screen.findByText('Run 3 · May 2026')
  await screen.findByText('June 2026')
  screen.getByText('No purchases in these days')
})

test('the run of a country leaves the days for the other countries', async () => {
  const { user } = await render({
    'payroll_runs.draft': ({ query }) =>
      makePayrollDraft({ country: query.country ?? null, ...query }),
    'payroll_runs.lock': () =>
      makePayrollRunData({ country: 'DE', from: '2026-05-01', to: '2026-05-31' }),
  })
  await findLines()
  await user.selectOptions(screen.getByLabelText('Country'), 'DE')
  await waitFor(() => expect(callsTo('payroll_runs.draft')).toHaveLength(2))
  const dialog = await openLock(user)
  await dialog.findByText('Germany · 6 lines · 6 people')
  await user.click(dialog.getByRole('button', { name: 'Lock run' }))
  await screen.findByText('Run 1 is locked.')
  await waitFor(() =>
    expect(callsTo('payroll_runs.draft').at(-1)?.query).toEqual({
      from: '2026-05-01',
      to: '2026-05-31',
    }),
  )
  expect(screen.getByLabelText('Country')).toHaveProperty('value', '')
})

test('a locked draft is not offered again while the next one loads', async () => {
  const { user } = await render({
    'payroll_runs.draft': ({ query }) => makePayrollDraft({ ...query, country: null }),
  })
  await findLines()
  await user.click(screen.getByRole('button', { name: 'Next month' }))
  await screen.findByText('June 2026')
  await user.click(screen.getByRole('button', { name: 'Previous month' }))
  await waitFor(() => expect(callsTo('payroll_runs.draft')).toHaveLength(3))
  const dialog = await openLock(user)
  const next = Promise.withResolvers<PayrollDraft>()
  serve({
    'payroll_runs.lock': () => makePayrollRunData({ from: '2026-05-01', to: '2026-05-31' }),
    'payroll_runs.draft': ({ query }) =>
      query.from ? makeEmptyDraft({ from: '2026-05-01', to: '2026-05-31' }) : next.promise,
  })
  await user.click(dialog.getByRole('button', { name: 'Lock run' }))
  await screen.findByText('Run 1 is locked.')
  await waitFor(() => expect(callsTo('payroll_runs.draft').at(-1)?.query).toEqual({}))
  expect(screen.queryByRole('button', { name: 'Lock run' })).toBeNull()
  next.resolve(makePayrollDraft({ from: '2026-06-01', to: '2026-06-30' }))
  await screen.findByText('June 2026')
  await screen.findByRole('button', { name: 'Lock run' })
})

test('a changed draft is loaded again and says why', async () => {
  const { user } = await render()
  const dialog = await openLock(user)
  serve({
    'payroll_runs.lock': () => refuse('payroll_changed'),
    'payroll_runs.draft': () => makePayrollDraft({ lines: 7, hash: 'b'.repeat(64) }),
  })
  await user.click(dialog.getByRole('button', { name: 'Lock run' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/^The lines have changed/)
  await screen.findByText('7')
  serve({ 'payroll_runs.lock': () => makePayrollRunData() })
  const again = await openLock(user)
  await user.click(again.getByRole('button', { name: 'Lock run' }))
  await screen.findByText('Run 1 is locked.')
  expect(callsTo('payroll_runs.lock').at(-1)?.body).toMatchObject({ hash: 'b'.repeat(64) })
  expect(screen.queryByText(/^The lines have changed/)).toBeNull()
})

test('a run that is not over cannot be locked', async () => {
  await render({ 'payroll_runs.draft': () => makePayrollDraft({ ended: false }) })
  const lock = await screen.findByRole('button', { name: 'Lock run' })
  expect(lock).toHaveProperty('disabled', true)
  screen.getByText('You can lock this run after May 31, 2026.')
})

test('too many lines leave the choice of other days', async () => {
  const { user } = await render({
    'payroll_runs.draft': () => refuse('payroll_too_large', { params: { finish: 50_000 } }),
  })
  await screen.findByText(/^A run can have at most 50,000 lines/)
  serve({ 'payroll_runs.draft': () => makePayrollDraft({ country: 'PT' }) })
  await user.selectOptions(screen.getByLabelText('Country'), 'PT')
  await findLines()
})

test('shows the lines and the hash of a locked run', async () => {
  const run = makePayrollRunData()
  const { user } = await render({
    'payroll_runs.list': () => ({ items: [run], next_cursor: null }),
    'payroll_runs.lines': ({ query }) =>
      query.cursor
        ? { items: payrollLines.slice(3), next_cursor: null }
        : { items: payrollLines.slice(0, 3), next_cursor: 'next' },
  })
  const row = within(await screen.findByRole('list', { name: 'Locked runs' }))
  row.getByText('All countries · 42 lines · 17 people')
  row.getByText('Locked on May 2, 2026 by Nora Lind')
  await user.click(row.getByRole('button', { name: 'Details Run 1' }))
  const dialog = await findDialog('Run 1 · April 2026')
  const lines = within(await dialog.findByRole('table', { name: 'Lines of the run' }))
  expect(lines.getAllByRole('row')).toHaveLength(4)
  lines.getByText('+ €5,331.43 gross-up')
  await user.click(dialog.getByRole('button', { name: 'Show more lines' }))
  await lines.findByText('Priya Nair')
  expect(callsTo('payroll_runs.lines').at(-1)).toMatchObject({
    params: { id: run.id },
    query: { cursor: 'next' },
  })
  dialog.getByText(run.hash)
  const { restore } = refuseClipboard()
  await user.click(dialog.getByRole('button', { name: 'Copy the SHA-256' }))
  await dialog.findByText('Copying didn’t work. Please select the text and copy it yourself.')
  restore()
  await user.click(dialog.getByRole('button', { name: 'Copy the SHA-256' }))
  await dialog.findByText('Copied')
})
