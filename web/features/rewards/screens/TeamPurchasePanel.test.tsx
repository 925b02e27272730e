import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { exampleTime, makeConfig, makePerson } from '#tests/support/web-data.ts'
import { makePurchase } from '#tests/support/reward-data.ts'
import { callsTo, findDialog, loseConnection, renderApp, serve } from '#tests/support/render.tsx'

const none = makePurchase().abilities
const nora = makePerson({ name: 'Nora Albrecht', first_name: 'Nora', last_name: 'Albrecht' })
const boat = makePurchase({
  title: 'Boat trip',
  price: 200,
  stage: 'in_progress',
  reward_type: 'team',
  contributed: 40,
  abilities: { ...none, force: true },
})
const bought = makePurchase({
  ...boat,
  status: 'purchased',
  stage: 'to_do',
  contributed: 40,
  company_part: 160,
  history: [{ type: 'forced', actor: nora, amount: 160, created_at: exampleTime }],
  abilities: { ...none, fulfil: true, decline: true },
})

async function renderList(purchase: Purchase) {
  const app = await renderApp(`/settings/rewards/purchases?stage=${purchase.stage}`, {
    config: makeConfig({
      abilities: ['take_part', 'enter_settings', 'manage_rewards', 'fulfil_purchases'],
    }),
    api: {
      'rewards.purchases': () => ({ items: [purchase], next_cursor: null }),
      'rewards.purchase_counts': () => ({
        stages: { to_do: 0, ordered: 0, in_progress: 1, done: 0, declined: 0 },
        rewards: [],
      }),
    },
  })
  return app
}

test('a partly funded reward is bought with the points of the company', async () => {
  const { user } = await renderList(boat)
  await screen.findByText('40 of 200')
  await user.click(screen.getByRole('button', { name: 'Boat trip Details' }))
  await user.click(await screen.findByRole('button', { name: 'Buy now Boat trip' }))
  const dialog = await findDialog('Buy “Boat trip” now?')
  dialog.getByText(/^The company adds the missing 160 points\./)
  await expectNoViolations(screen.getByRole('dialog', { name: 'Buy “Boat trip” now?' }))
  serve({ 'rewards.fulfil': () => bought })
  await user.click(dialog.getByRole('button', { name: 'Buy now' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsTo('rewards.fulfil').map(({ params }) => params.id)).toEqual([boat.id])
})

test('the panel stays when the company does not buy the reward', async () => {
  const { user } = await renderList(boat)
  await user.click(await screen.findByRole('button', { name: 'Boat trip Details' }))
  const panel = await findDialog('Boat trip')
  const open = panel.getByRole('button', { name: 'Buy now Boat trip' })
  await user.click(open)
  const question = await findDialog('Buy “Boat trip” now?')
  await user.click(question.getByText('Cancel'))
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'Buy “Boat trip” now?' })).toBeNull(),
  )
  expect(open.isConnected).toBe(true)
  await user.click(open)
  serve({ 'rewards.fulfil': loseConnection })
  const again = await findDialog('Buy “Boat trip” now?')
  await user.click(again.getByRole('button', { name: 'Buy now' }))
  await screen.findByText('Server is not responding. Please try again.')
  expect(open.isConnected).toBe(true)
})

test('the panel names the part of the company and declines with a reason', async () => {
  const { user, fill } = await renderList(bought)
  await user.click(await screen.findByRole('button', { name: 'Boat trip Details' }))
  const panel = await findDialog('Boat trip')
  panel.getByText('The company added 160 points')
  panel.getByText('Nora Albrecht bought it, the company added 160 points')
  await user.click(panel.getByRole('button', { name: 'Decline Boat trip' }))
  await fill(panel.getByRole('textbox', { name: 'Reason' }), 'The boat has sunk')
  serve({
    'rewards.decide_purchases': ({ body }) => ({
      results: body.ids.map((id) => ({ id, outcome: 'done' as const })),
    }),
  })
  await user.click(panel.getByRole('button', { name: 'Decline' }))
  window.dispatchEvent(new Event('pagehide'))
  await waitFor(() =>
    expect(callsTo('rewards.decide_purchases').map(({ body }) => body)).toMatchObject([
      { ids: [bought.id], decision: 'decline', reason: 'The boat has sunk' },
    ]),
  )
})

test('a declined purchase shows its reason in the list', async () => {
  await renderList({
    ...bought,
    status: 'declined',
    stage: 'declined',
    decline_reason: 'The boat has sunk',
  })
  await screen.findByText(/The boat has sunk/)
})
