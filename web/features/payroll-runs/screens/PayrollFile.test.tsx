import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PayrollSettings } from '#contract/schemas/payroll.ts'
import { payrollTemplates } from '#contract/payroll-templates.ts'
import { makeEmptyDraft, makePayrollSettings } from '#tests/support/payroll-data.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'

async function openSettings(settings: PayrollSettings = makePayrollSettings()) {
  const { user, fill } = await renderApp('/settings/finance/payroll', {
    api: {
      'payroll_runs.draft': () => makeEmptyDraft(),
      'payroll_runs.list': () => ({ items: [], next_cursor: null }),
      'payroll_runs.settings': () => settings,
      'payroll_runs.set_settings': ({ body }) => body,
    },
  })
  await user.click(await screen.findByRole('button', { name: 'File settings' }))
  const dialog = await findDialog('File settings')
  await dialog.findByLabelText('Format of the file')
  return { user, fill, dialog }
}
type Dialog = Awaited<ReturnType<typeof openSettings>>['dialog']
const titlesOf = (dialog: Dialog) =>
  dialog.getAllByRole('columnheader').map(({ textContent }) => textContent)

test('previews the columns of a template and saves it', async () => {
  const { user, dialog } = await openSettings()
  expect(titlesOf(dialog).slice(0, 3)).toEqual(['run', 'kind', 'employee_number'])
  // The keyboard scrolls to the columns outside of the dialog.
  expect(dialog.getByRole('group', { name: 'Preview' })).toHaveProperty('tabIndex', 0)
  await user.selectOptions(dialog.getByLabelText('Format of the file'), 'DATEV')
  expect(titlesOf(dialog)).toEqual(['Personalnummer', 'Lohnart', 'Betrag', 'Datum', 'Kostenstelle'])
  dialog.getByRole('cell', { name: '10,00' })
  dialog.getByRole('cell', { name: '31.03.2026' })
  expect(dialog.queryByRole('button', { name: 'Add a column' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  expect(callsTo('payroll_runs.set_settings')[0]?.body).toEqual({
    template: 'datev',
    ...payrollTemplates.datev,
    keep_years: 10,
  })
})

test('own columns start from a template and are added, moved and removed', async () => {
  const { user, fill, dialog } = await openSettings(
    makePayrollSettings({ template: 'gusto', ...payrollTemplates.gusto }),
  )
  await user.selectOptions(dialog.getByLabelText('Format of the file'), 'Own columns')
  await fill(dialog.getByLabelText('Text of column 4'), 'Recognition')
  await user.click(dialog.getByRole('button', { name: 'Remove column 6' }))
  await user.click(dialog.getByRole('button', { name: 'Move column 2 up' }))
  expect(dialog.getByRole('button', { name: 'Move column 1 up' })).toHaveProperty('disabled', true)
  await user.click(dialog.getByRole('button', { name: 'Add a column' }))
  await user.selectOptions(dialog.getByLabelText('Content of column 6'), 'Cost center')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('required')
  expect(callsTo('payroll_runs.set_settings')).toHaveLength(0)
  await fill(dialog.getByLabelText('Title of column 6'), 'Department')
  await user.selectOptions(dialog.getByLabelText('Separator'), 'Semicolon (;)')
  await user.selectOptions(dialog.getByLabelText('Decimal mark'), 'Comma (,)')
  await user.selectOptions(dialog.getByLabelText('Dates'), '2026-03-31')
  expect(titlesOf(dialog)).toEqual([
    'Employee name',
    'Employee ID',
    'Date',
    'Earning type',
    'Amount',
    'Department',
  ])
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  expect(callsTo('payroll_runs.set_settings')[0]?.body).toEqual({
    template: 'custom',
    columns: [
      { field: 'name', title: 'Employee name', text: '' },
      { field: 'employee_number', title: 'Employee ID', text: '' },
      { field: 'day', title: 'Date', text: '' },
      { field: 'constant', title: 'Earning type', text: 'Recognition' },
      { field: 'taxable', title: 'Amount', text: '' },
      { field: 'cost_center', title: 'Department', text: '' },
    ],
    separator: ';',
    decimal_mark: ',',
    day_format: 'iso',
    keep_years: 10,
  })
})

test('the error of a column moves with it and goes when it is removed', async () => {
  const { user, fill, dialog } = await openSettings(
    makePayrollSettings({ template: 'custom', ...payrollTemplates.adp }),
  )
  await fill(dialog.getByLabelText('Title of column 2'), '')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('required')
  const isInvalid = (number: number) =>
    dialog.getByLabelText(`Title of column ${number}`).getAttribute('aria-invalid') === 'true'
  await user.click(dialog.getByRole('button', { name: 'Move column 2 up' }))
  expect([isInvalid(1), isInvalid(2)]).toEqual([true, false])
  await user.click(dialog.getByRole('button', { name: 'Remove column 1' }))
  expect(dialog.queryByText('required')).toBeNull()
})

test('refused years and titles stay at their fields', async () => {
  const { user, fill, dialog } = await openSettings(
    makePayrollSettings({ template: 'custom', ...payrollTemplates.adp }),
  )
  const years = dialog.getByLabelText(/^Years to keep/)
  await fill(years, '')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('required')
  await fill(years, '99')
  serve({
    'payroll_runs.set_settings': () =>
      refuse('out_of_range', { field: 'keep_years', params: { start: 1, finish: 30 } }),
  })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Must be between 1 and 30')
  await fill(years, '7')
  serve({
    'payroll_runs.set_settings': () => refuse('invisible_characters', { field: 'columns.1.title' }),
  })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Please remove line breaks and invisible characters')
  expect(dialog.getByLabelText('Title of column 2').getAttribute('aria-invalid')).toBe('true')
})
