import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OwnPayrollLine } from '#contract/schemas/payroll.ts'
import type { TaxNote } from '#contract/schemas/tax-rules.ts'
import { makeOwnPayrollLine, makeTaxNote } from '#tests/support/tax-data.ts'
import { makeShopReward } from '#tests/support/reward-data.ts'
import type { Handlers } from '#tests/support/fake-api.ts'
import { callsTo, findDialog, loseConnection, renderApp, serve } from '#tests/support/render.tsx'

const render = (path: string, api: Handlers) =>
  renderApp(path, {
    api: {
      'shop.list': () => [makeShopReward()],
      'shop.purchases': () => ({ items: [], next_cursor: null }),
      'shop.payroll_lines': () => [],
      ...api,
    },
  })
/** Opens the dialog of the reward, and returns it with its button. */
async function openDialog(loadNote: Handlers['shop.tax_note'] & object) {
  const { user } = await render('/rewards', { 'shop.tax_note': loadNote })
  await user.click(await screen.findByRole('button', { name: 'Redeem Rare tea' }))
  const dialog = await findDialog()
  return { user, dialog, button: dialog.getByRole('button', { name: 'Redeem' }) }
}
const isEnabled = (button: HTMLElement) =>
  waitFor(() => expect(button).toHaveProperty('disabled', false))
async function openWithNote(note: TaxNote['note']) {
  const opened = await openDialog(() => ({ note }))
  await isEnabled(opened.button)
  return opened
}

test('the button waits until the note of the team is shown', async () => {
  const answer = Promise.withResolvers<TaxNote>()
  const { user, dialog, button } = await openDialog(() => answer.promise)
  await user.click(button)
  expect(callsTo('shop.redeem')).toEqual([])
  answer.resolve({ note: makeTaxNote() })
  await dialog.findByText('Payroll adds what is above 50 euros to your wage.')
  dialog.getByText('€10.00 of €30.00 is taxable.')
  dialog.getByText('About €3.00 tax, estimated by your company. Not tax advice.')
  await isEnabled(button)
})

test('without a message the text of the product says who bears the tax', async () => {
  const { dialog, user } = await openWithNote(makeTaxNote({ message: '', estimate: null }))
  dialog.getByText('This reward may be taxable. The tax would come out of your salary.')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const value = { currency: 'EUR', minor: 3_000 }
  const note = makeTaxNote({ message: '', borne_by: 'company', taxable: value, estimate: null })
  serve({ 'shop.tax_note': () => ({ note }) })
  await user.click(screen.getByRole('button', { name: 'Redeem Rare tea' }))
  const again = await findDialog()
  await again.findByText('Your company pays the tax on this reward.')
  again.getByText('All of it is taxable: €30.00.')
})

test('a reward within the limit says so', async () => {
  const nothing = { currency: 'EUR', minor: 0 }
  const { dialog } = await openWithNote(
    makeTaxNote({ message: '', taxable: nothing, estimate: nothing }),
  )
  dialog.getByText('Within the tax-free limit.')
  expect(dialog.queryByText(/may be taxable|Not tax advice/)).toBeNull()
})

test('a note that fails to load does not block the reward', async () => {
  const { dialog, button } = await openDialog(loseConnection)
  await isEnabled(button)
  expect(dialog.queryByText(/tax/)).toBeNull()
  expect(callsTo('shop.tax_note')).toHaveLength(1)
})

const renderLines = (lines: OwnPayrollLine[]) =>
  render('/rewards?tab=mine', { 'shop.payroll_lines': () => lines })

test('own purchases show what payroll gets', async () => {
  const { user } = await renderLines([
    makeOwnPayrollLine({
      correction: true,
      value: { currency: 'EUR', minor: -3_000 },
      taxable_minor: -1_000,
      run: null,
    }),
    makeOwnPayrollLine(),
    makeOwnPayrollLine({ title: 'Mug', borne_by: null, taxable_minor: 0, value: null }),
  ])
  await user.click(await screen.findByRole('button', { name: 'For payroll' }))
  const dialog = await findDialog('What payroll gets')
  const [correction, line, unknown] = dialog.getAllByRole('listitem').map((item) => within(item))
  correction?.getByText('Correction')
  correction?.getByText('-€30.00')
  correction?.getByText(/Not in a run yet$/)
  line?.getByText('Jun 15, 2026 · Payroll run 3')
  line?.getByText('€10.00 taxable, you pay the tax')
  unknown?.getByText('No value yet')
  unknown?.getByText('No tax rule')
})

test('without lines nothing about payroll is offered', async () => {
  await renderLines([])
  await screen.findByRole('heading', { name: 'Nothing redeemed yet' })
  await waitFor(() => expect(callsTo('shop.payroll_lines')).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'For payroll' })).toBeNull()
})
