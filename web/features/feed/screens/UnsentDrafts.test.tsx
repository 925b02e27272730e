import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { callsTo } from '#tests/support/render.tsx'
import { renderComposer } from '#tests/support/render-composer.ts'
import { makeConfig, makePerson, makeValue } from '#tests/support/web-data.ts'
import { emptyPostDraft } from '../composer/post-drafts.ts'

test('an unsent draft whose value was deleted is edited to choose another', async () => {
  const config = makeConfig({ values: [makeValue(), makeValue({ name: 'Patience' })] })
  const unsent = {
    ...emptyPostDraft,
    people: [makePerson()],
    text: 'for the lunch',
    score: 10,
    value_id: makeValue().id,
    attempt: { key: 'a', body: '{}' },
  }
  const draft = { ...emptyPostDraft, text: 'something else' }
  localStorage.setItem(
    `laurel.draft.${config.workspace.id}.${config.user.id}`,
    JSON.stringify({ at: Date.now(), draft, shelf: [unsent] }),
  )
  const { user, composer, input } = await renderComposer(config)
  const shelf = within(await composer.findByRole('list', { name: 'Not sent yet' }))
  await user.click(shelf.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(input.value).toBe('for the lunch'))
  expect(callsTo('posts.create')).toEqual([])
  await user.click(composer.getByRole('button', { name: /^Send/ }))
  const question = await screen.findByRole('group', { name: /^Which value does this show/ })
  await user.click(within(question).getByRole('button', { name: /Patience/ }))
  await waitFor(() => expect(callsTo('posts.create')).toHaveLength(1))
})
