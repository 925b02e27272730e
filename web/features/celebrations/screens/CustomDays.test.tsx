import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CustomDay } from '#contract/schemas/custom-days.ts'
import { makeCustomDay } from '#tests/support/custom-day-data.ts'
import { callsTo, findDialog, renderApp, serve } from '#tests/support/render.tsx'
import { nextId } from '#tests/support/web-data.ts'

const renderDays = (...days: CustomDay[]) =>
  renderApp('/settings/celebrations', {
    api: {
      'celebrations.list': () => [],
      'custom_days.list': () => days,
      'group_cards.reported': () => [],
      'budgets.list': () => [],
      'audiences.preview': () => ({ count: 2, people: [] }),
    },
  })
const findRow = async (name: string) => {
  const heading = await screen.findByRole('heading', { name })
  const row = heading.closest('li')
  if (!row) throw new Error('no row')
  return within(row)
}

/** Returns the button once the days are there. */
const findAddButton = () =>
  waitFor(() => {
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Add a day' })
    expect(button.disabled).toBe(false)
    return button
  })

test('without days there is a line with a button', async () => {
  await renderDays()
  await findAddButton()
  const section = screen.getByRole('group', { name: 'Days of your own' })
  expect(within(section).queryByRole('list')).toBeNull()
})

test('unreadable months do not block a day for everyone', async () => {
  const day = makeCustomDay()
  const { user, fill } = await renderDays(day)
  await user.click(await screen.findByRole('button', { name: `Edit ${day.name}` }))
  const dialog = await findDialog(day.name)
  await user.click(dialog.getByRole('radio', { name: 'Some people' }))
  await fill(dialog.getByRole('textbox', { name: /^At least this many months/ }), 'six')
  await user.click(dialog.getByRole('radio', { name: 'Everyone' }))
  serve({ 'custom_days.update': () => day })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  expect(callsTo('custom_days.update').at(-1)?.body).toMatchObject({ everyone: true, audience: {} })
})

test('a day is added for everyone', async () => {
  const { user, fill } = await renderDays()
  await user.click(await findAddButton())
  const dialog = await findDialog('New day')
  await user.click(dialog.getByRole('button', { name: 'Add a day' }))
  expect(dialog.getAllByText('required').length).toBe(3)
  await fill(dialog.getByRole('textbox', { name: 'Name' }), 'Founding day')
  await fill(dialog.getByLabelText('Date'), '2028-02-29')
  await dialog.findByText('In other years, on 28 February.')
  await user.click(dialog.getByRole('radio', { name: 'Everyone' }))
  await fill(dialog.getByRole('textbox', { name: 'Text of the post' }), 'Thank you')
  await user.click(dialog.getByRole('button', { name: 'Names' }))
  await fill(dialog.getByRole('textbox', { name: 'Points for each person' }), '25')
  serve({ 'custom_days.create': () => makeCustomDay() })
  await user.click(dialog.getByRole('button', { name: 'Add a day' }))
  await screen.findByText('Saved.')
  expect(callsTo('custom_days.create').at(-1)).toMatchObject({
    body: {
      name: 'Founding day',
      date: '2028-02-29',
      yearly: true,
      hour: 9,
      everyone: true,
      audience: {},
      text: 'Thank you {names}',
      points: 25,
      budget_id: null,
    },
  })
})

test('a row has the next date, the people, the points and the last result', async () => {
  const budget = { id: nextId(), name: 'Moments' }
  await renderDays(
    makeCustomDay({
      budget,
      awaits_budget: true,
      last: {
        state: 'posted',
        reason: null,
        people: 3,
        points: 60,
        posted_at: '2030-05-12T09:00:00.000Z',
      },
    }),
    makeCustomDay({ name: 'Old day', yearly: false, next_on: null }),
    makeCustomDay({
      name: 'Large day',
      people: 201,
      last: {
        state: 'skipped',
        reason: 'too_many_people',
        people: 201,
        points: 0,
        posted_at: '2030-05-12T09:00:00.000Z',
      },
    }),
  )
  const row = await findRow('Founders’ day')
  row.getByText(/2031.* every year/)
  row.getByText('2 people, 40 points from Moments')
  expect(row.getByRole('status').textContent).toContain('wait until Moments has the points')
  row.getByText(/posted for 3 people, 60 points/)
  const old = await findRow('Old day')
  old.getByText('Over')
  const large = await findRow('Large day')
  large.getByText('More than 200 people: there will be no post')
  large.getByText(/no post, because it was for more than 200 people/)
})

test('a changed day sends only what the form changed', async () => {
  const day = makeCustomDay({ budget: { id: nextId(), name: 'Closed' } })
  const { user, fill } = await renderDays(day)
  await user.click(await screen.findByRole('button', { name: 'Edit Founders’ day' }))
  const dialog = await findDialog('Founders’ day')
  await fill(dialog.getByRole('textbox', { name: 'Name' }), 'Our day')
  serve({ 'custom_days.update': () => day })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  expect(callsTo('custom_days.update').at(-1)?.body).toEqual({ name: 'Our day' })
})

test('a day is switched off, and deleted after a question', async () => {
  const day = makeCustomDay()
  const { user } = await renderDays(day)
  serve({
    'custom_days.update': () => ({ ...day, enabled: false }),
    'custom_days.delete': () => undefined,
  })
  await user.click(await screen.findByRole('switch', { name: 'Celebrate: Founders’ day' }))
  await waitFor(() =>
    expect(callsTo('custom_days.update').at(-1)).toMatchObject({ body: { enabled: false } }),
  )
  await user.click(screen.getByRole('button', { name: 'Delete Founders’ day' }))
  const dialog = await findDialog('Delete “Founders’ day”?')
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await screen.findByText('Deleted.')
  expect(callsTo('custom_days.delete')).toHaveLength(1)
})
