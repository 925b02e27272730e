import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Value } from '#contract/schemas/values.ts'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { makeValue } from '#tests/support/web-data.ts'
import {
  callsTo,
  findDialog,
  loseConnection,
  refuse,
  renderApp,
  serve,
} from '#tests/support/render.tsx'

/** Renders the list over values that can be added, changed and deleted. */
async function renderValues() {
  const courage = makeValue({ name: 'Courage', default: true })
  const craft = makeValue({ name: 'Craft' })
  const care = makeValue({ name: 'Care' })
  let values: Value[] = [courage, craft, care]
  const app = await renderApp('/settings/values', {
    api: {
      'values.list': () => values,
      'values.suggestions': () => [
        {
          ...makeValue({ name: 'Curiosity' }),
          taken: values.some((one) => one.name === 'Curiosity'),
        },
      ],
      'values.create': ({ body }) => {
        if (values.some((one) => one.name.toLowerCase() === body.name.toLowerCase()))
          return refuse('not_unique', { field: 'name' })
        const added = makeValue({
          ...body,
          tag: body.tag ?? body.name.toLowerCase().replace(' ', '-'),
        })
        values = [...values, added]
        return added
      },
      'values.update': ({ params, body }) => {
        values = values.map((one) => ({
          ...one,
          ...(body.default ? { default: false } : {}),
          ...(one.id === params.id ? body : {}),
        })) as Value[]
        return values.find((one) => one.id === params.id) ?? refuse('not_found')
      },
      'values.delete': ({ params }) => {
        values = values.filter((one) => one.id !== params.id)
      },
    },
  })
  await screen.findByText('3 of 10')
  return { ...app, courage, craft, care }
}

test('a dialog stays open until the answer, which closes no other dialog', async () => {
  const { user, fill } = await renderValues()
  const saved = Promise.withResolvers<Value>()
  serve({ 'values.update': () => saved.promise })
  await user.click(await screen.findByRole('button', { name: 'Edit Craft' }))
  const dialog = await findDialog()
  await fill(dialog.getByLabelText('Name'), 'Mastery')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await user.keyboard('{Escape}')
  // Closing would not cancel the change.
  for (const button of dialog.getAllByRole('button', { name: 'Cancel' }))
    expect(button).toHaveProperty('disabled', true)
  saved.resolve(makeValue({ name: 'Mastery' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('values can be added from ideas, renamed and deleted', async () => {
  const { user, fill } = await renderValues()
  await user.click(await screen.findByRole('button', { name: 'Add Curiosity' }))
  await screen.findByText('4 of 10')
  await user.click(screen.getByRole('button', { name: 'Add a value' }))
  const dialog = await findDialog()
  const save = () => user.click(dialog.getByRole('button', { name: 'Save' }))
  await save()
  await dialog.findByText('required')
  expect(document.activeElement).toBe(dialog.getByLabelText('Name'))
  await fill(dialog.getByLabelText('Name'), 'CURIOSITY')
  await save()
  await dialog.findByText('Must be unique')
  await fill(dialog.getByLabelText('Name'), 'Punch cards')
  await user.click(dialog.getByRole('button', { name: '🏆' }))
  await user.type(dialog.getByLabelText('Keywords'), 'loom{Enter}')
  await save()
  await screen.findByText('5 of 10')
  screen.getByText('#punch-cards')
  expect(callsTo('values.create').at(-1)?.body).toMatchObject({ emoji: '🏆', keywords: ['loom'] })

  await user.click(screen.getByRole('button', { name: 'Edit Punch cards' }))
  const editing = await findDialog('Edit Punch cards')
  await fill(editing.getByLabelText('Name'), 'Looms')
  await user.click(editing.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Delete Looms' })
  // The default, which another administrator may have changed since, is not sent.
  expect(callsTo('values.update').map(({ body }) => body)).toEqual([{ name: 'Looms' }])
  await user.click(screen.getByRole('button', { name: 'Delete Looms' }))
  await user.click((await findDialog()).getByRole('button', { name: 'Delete' }))
  await screen.findByText('4 of 10')
  expect(screen.queryByText('Looms')).toBeNull()
})

test('deleting the default value asks for a new default', async () => {
  const { user, courage, care } = await renderValues()
  await user.click(screen.getByRole('button', { name: 'Delete Craft' }))
  const other = await findDialog()
  expect(other.queryByLabelText('New default value')).toBeNull()
  const [cancel] = other.getAllByRole('button', { name: 'Cancel' }).slice(-1)
  if (cancel) await user.click(cancel)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Delete Courage' }))
  const dialog = await findDialog()
  await user.selectOptions(dialog.getByLabelText('New default value'), care.id)
  await expectNoViolations(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await screen.findByText('Deleted.')
  expect(callsTo('values.update')).toMatchObject([
    { params: { id: care.id }, body: { default: true } },
  ])
  expect(callsTo('values.delete')).toMatchObject([{ params: { id: courage.id } }])
})

test('values that fail to load offer a retry', async () => {
  const { user } = await renderApp('/settings/values', {
    api: { 'values.list': loseConnection, 'values.suggestions': () => [] },
  })
  await screen.findByText('Server is not responding. Please try again.')
  serve({ 'values.list': () => [makeValue({ name: 'Courage' })] })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('1 of 10')
})
