import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { renderDashboard, tile } from '#tests/support/dashboard.tsx'
import { callsTo, refuse } from '#tests/support/render.tsx'
import { makeGroup } from '#tests/support/web-data.ts'

const support = makeGroup({ name: 'Support' })
const groupCalls = [
  'leaderboards.statistics',
  'leaderboards.values',
  'leaderboards.value_trends',
  'leaderboards.list',
  'leaderboards.unthanked',
] as const

test('a team without groups has no filter by group', async () => {
  await renderDashboard()
  await tile('In short')
  await waitFor(() => expect(callsTo('groups.list')).not.toEqual([]))
  expect(screen.queryByRole('combobox', { name: 'Group' })).toBeNull()
})

test('the figures are those of the group in the address', async () => {
  const { user, router } = await renderDashboard(undefined, undefined, {
    api: {
      'groups.list': () => ({ items: [support], next_cursor: null }),
      'groups.get': () => support,
    },
  })
  await tile('Common topics')
  await user.click(await screen.findByRole('combobox', { name: 'Group' }))
  await user.click(await screen.findByRole('option', { name: /Support/ }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ group: support.id }))
  for (const name of groupCalls)
    await waitFor(() => expect(callsTo(name).at(-1)?.query.group_id).toBe(support.id))
  await (await tile('In short')).findByText(/^98% of the group took part, up from 90%\./)
  // The graph and the topics have no filter by group.
  expect(screen.queryByRole('region', { name: 'Common topics' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Who recognizes whom' })).toBeNull()
  // Choosing the chosen one again clears the field.
  await user.click(screen.getByRole('combobox', { name: 'Group' }))
  await user.click(await screen.findByRole('option', { name: /Support/ }))
  await tile('Common topics')
  expect(router.state.location.search).not.toHaveProperty('group')
})

test('files are those of the group', async () => {
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const { user } = await renderDashboard(undefined, undefined, {
    path: `/dashboard?range=90d&group=${support.id}`,
    api: {
      'groups.get': () => support,
      'leaderboards.csv': () => 'a file',
      'posts.csv': () => 'a file',
    },
  })
  const filter = screen.getByRole<HTMLInputElement>('combobox', { name: 'Group' })
  await waitFor(() => expect(filter.value).toBe('Support'))
  await user.click(await screen.findByRole('button', { name: 'Export Values over time' }))
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  const [ofRange] = await screen.findAllByRole('menuitem', { name: 'Posts' })
  expect(screen.queryByRole('menuitem', { name: 'Purchases' })).toBeNull()
  if (ofRange) await user.click(ofRange)
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2))
  for (const name of ['leaderboards.csv', 'posts.csv'] as const)
    expect(callsTo(name)[0]?.query.group_id).toBe(support.id)
})

test('a small group shows a sentence instead of figures', async () => {
  const refusal = () => refuse('group_too_small', { params: { start: 5 } })
  await renderDashboard(undefined, undefined, {
    path: `/dashboard?group=${support.id}`,
    api: {
      'groups.get': () => support,
      'leaderboards.statistics': refusal,
      'leaderboards.values': refusal,
      'leaderboards.value_trends': refusal,
      'leaderboards.list': refusal,
      'leaderboards.unthanked': refusal,
    },
  })
  await screen.findByRole('heading', { name: 'Figures need at least 5 people' })
  expect(screen.queryAllByRole('region')).toEqual([])
  await expectNoViolations(screen.getByRole('main'))
})
