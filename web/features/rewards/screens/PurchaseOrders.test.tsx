import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { exampleTime, makeConfig } from '#tests/support/web-data.ts'
import { makePurchase } from '#tests/support/reward-data.ts'
import { callsTo, renderApp, unmountApp } from '#tests/support/render.tsx'

const { abilities: none } = makePurchase()

const makeLamps = (): Purchase[] =>
  [1, 2].map(() =>
    makePurchase({
      title: 'Desk lamp',
      abilities: { ...none, order: true, fulfil: true, decline: true },
    }),
  )

/** Renders the work list with two desk lamps, which can be ordered. */
async function renderLamps(purchases = makeLamps()) {
  let lamps = purchases
  const inStage = (stage: string) => lamps.filter((lamp) => lamp.stage === stage)
  const app = await renderApp('/settings/rewards/purchases', {
    config: makeConfig({
      abilities: ['take_part', 'enter_settings', 'manage_rewards', 'fulfil_purchases'],
    }),
    api: {
      'rewards.purchases': ({ query }) => ({
        items: inStage(query.stage ?? 'to_do'),
        next_cursor: null,
      }),
      'rewards.purchase_counts': () => ({
        stages: {
          to_do: inStage('to_do').length,
          ordered: inStage('ordered').length,
          in_progress: 0,
          done: 0,
          declined: 0,
        },
        rewards: [],
      }),
      'rewards.decide_purchases': ({ body }) => {
        lamps = lamps.map((lamp) => ({
          ...lamp,
          stage: 'ordered',
          ordered_at: exampleTime,
          order_note: body.note ?? '',
          abilities: { ...lamp.abilities, order: false },
        }))
        return { results: body.ids.map((id) => ({ id, outcome: 'done' as const })) }
      },
    },
  })
  return { ...app, ids: lamps.map(({ id }) => id) }
}

test('selected purchases are ordered with one note, and get their own tab', async () => {
  const { user, fill, ids } = await renderLamps()
  await user.click(await screen.findByRole('checkbox', { name: 'Select the 2 shown' }))
  const region = screen.getByRole('region', { name: 'Selected purchases' })
  const bar = within(region)
  await user.click(bar.getByRole('button', { name: 'Mark as ordered' }))
  const note = bar.getByRole('textbox', { name: 'Note to the buyer' })
  expect(document.activeElement).toBe(note)
  await fill(note, 'It arrives on Friday')
  await expectNoViolations(region)
  await user.click(bar.getByRole('button', { name: 'Mark 2 as ordered' }))
  await screen.findByText('2 marked as ordered')
  window.dispatchEvent(new Event('pagehide'))
  await user.click(await screen.findByRole('link', { name: 'Ordered 2' }))
  await waitFor(() => expect(screen.getAllByText(/It arrives on Friday$/)).toHaveLength(2))
  await expectNoViolations(screen.getByRole('main'))
  expect(callsTo('rewards.decide_purchases').map(({ body }) => body)).toMatchObject([
    { ids, decision: 'order', note: 'It arrives on Friday' },
  ])
})

test('purchases are listed again if the session ends before the decision', async () => {
  const lamps = makeLamps()
  const { user } = await renderLamps(lamps)
  await user.click(await screen.findByRole('checkbox', { name: 'Select the 2 shown' }))
  const bar = within(screen.getByRole('region', { name: 'Selected purchases' }))
  await user.click(bar.getByRole('button', { name: 'Mark as ordered' }))
  await user.click(bar.getByRole('button', { name: 'Mark 2 as ordered' }))
  await screen.findByText('2 marked as ordered')
  await unmountApp()
  await renderLamps(lamps)
  await screen.findByRole('checkbox', { name: 'Select the 2 shown' })
  expect(callsTo('rewards.decide_purchases')).toEqual([])
})
