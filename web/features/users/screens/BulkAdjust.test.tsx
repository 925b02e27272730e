import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { callsTo, findDialog, renderApp } from '#tests/support/render.tsx'
import { makeConfig, makeMember } from '#tests/support/web-data.ts'

const members = ['Ada', 'Bo'].map((name) =>
  makeMember({ first_name: name, last_name: 'Roe', name: `${name} Roe` }),
)
async function renderTeam(permissions = makeConfig().permissions) {
  const { user } = await renderApp('/settings/team', {
    config: makeConfig({ permissions }),
    api: {
      'users.list': () => ({
        items: members,
        next_cursor: null,
        counts: { pending: 0, accepted: 2, deactivated: 0 },
      }),
      'coins.adjust_many': ({ body }) => ({
        results: body.ids.map((id, index) =>
          index
            ? { id, outcome: 'refused' as const, code: 'invalid_amount' }
            : { id, outcome: 'done' as const, code: null },
        ),
      }),
    },
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Select Ada Roe' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Bo Roe' }))
  return user
}

test('points are removed from the balances of selected members', async () => {
  const user = await renderTeam()
  await user.click(screen.getByRole('button', { name: 'Adjust points' }))
  const dialog = await findDialog('Adjust the balances of 2 people')
  await user.click(dialog.getByRole('button', { name: 'Adjust' }))
  await dialog.findByText('Invalid amount value')
  await user.click(dialog.getByRole('radio', { name: 'Remove points' }))
  await user.type(dialog.getByRole('textbox', { name: 'Points' }), '5')
  await user.type(dialog.getByRole('textbox', { name: 'Comment' }), 'Correction')
  await user.click(dialog.getByRole('button', { name: 'Adjust' }))
  const summary = await findDialog('Some people were skipped')
  summary.getByText('1 balance has been adjusted.')
  summary.getByText('skipped: their balance would fall below zero')
  expect(callsTo('coins.adjust_many').map(({ body }) => body)).toEqual([
    { ids: members.map(({ id }) => id), amount: -5, comment: 'Correction' },
  ])
})

test('account administrators cannot adjust points', async () => {
  await renderTeam({
    ...makeConfig().permissions,
    global_administrator: false,
    account_administrator: true,
  })
  expect(screen.queryByRole('button', { name: 'Adjust points' })).toBeNull()
  screen.getByRole('button', { name: 'Limits' })
})
