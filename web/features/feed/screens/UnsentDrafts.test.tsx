import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { OutputOf } from '#contract/routes/index.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import type { Handlers } from '#tests/support/fake-api.ts'
import { callsTo, refuse } from '#tests/support/render.tsx'
import { pictureId, renderComposer } from '#tests/support/render-composer.ts'
import { makeConfig, makePerson, makeValue } from '#tests/support/web-data.ts'
import { emptyPostDraft, type PostDraft } from '../composer/post-drafts.ts'

/** Renders the composer with a draft in progress and an unsent draft. */
function renderDrafts(
  draft: PostDraft,
  unsent: PostDraft,
  { config = makeConfig(), api = {} }: { config?: AppConfig; api?: Handlers } = {},
) {
  localStorage.setItem(
    `laurel.draft.${config.workspace.id}.${config.user.id}`,
    JSON.stringify({ at: Date.now(), draft, shelf: [unsent] }),
  )
  return renderComposer(config, api)
}

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
  const { user, composer, input } = await renderDrafts(draft, unsent, { config })
  const shelf = within(await composer.findByRole('list', { name: 'Not sent yet' }))
  await user.click(shelf.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(input.value).toBe('for the lunch'))
  expect(callsTo('posts.create')).toEqual([])
  await user.click(composer.getByRole('button', { name: /^Send/ }))
  const question = await screen.findByRole('group', { name: /^Which value does this show/ })
  await user.click(within(question).getByRole('button', { name: /Patience/ }))
  await waitFor(() => expect(callsTo('posts.create')).toHaveLength(1))
})

test.each(['{', 'null'])('a draft whose stored attempt is %s can be sent', async (body) => {
  const value = makeValue()
  const unsent = {
    ...emptyPostDraft,
    people: [makePerson()],
    text: 'for the lunch',
    score: 10,
    value_id: value.id,
    attempt: { key: 'a', body },
  }
  const { user, composer } = await renderDrafts(emptyPostDraft, unsent, {
    config: makeConfig({ values: [value] }),
  })
  const shelf = within(await composer.findByRole('list', { name: 'Not sent yet' }))
  await user.click(shelf.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(callsTo('posts.create')).toHaveLength(1))
  expect(callsTo('posts.create')[0]?.body.description).toBe('for the lunch')
})

test('an unsent draft names the groups it goes to', async () => {
  const group = { id: crypto.randomUUID(), name: 'Field sales', count: 80 }
  const unsent = { ...emptyPostDraft, groups: [group], text: 'for the quarter' }
  const { composer } = await renderDrafts({ ...emptyPostDraft, text: 'another' }, unsent)
  const shelf = within(await composer.findByRole('list', { name: 'Not sent yet' }))
  shelf.getByText('Field sales')
})

/** Starts the upload of a picture into a draft and puts the draft aside before the upload ends. */
async function putAsideDuringUpload() {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  const upload = Promise.withResolvers<() => OutputOf<'posts.upload_picture'>>()
  const draft = { ...emptyPostDraft, people: [makePerson()], text: 'for the lake' }
  const unsent = { ...emptyPostDraft, people: [makePerson()], text: 'for the lunch' }
  const app = await renderDrafts(draft, unsent, {
    api: { 'posts.upload_picture': async () => (await upload.promise)() },
  })
  const { user, composer, input } = app
  await user.click(input)
  const photo = new File(['bytes'], 'lake.png', { type: 'image/png' })
  await user.upload(await composer.findByLabelText('Add a picture'), photo)
  await user.type(await composer.findByLabelText('Describe the picture'), 'A lake')
  const shelf = within(composer.getByRole('list', { name: 'Not sent yet' }))
  await user.click(shelf.getByRole('button', { name: 'Edit' }))
  await shelf.findByText('for the lake')
  return { ...app, shelf, upload }
}

test('a picture joins its draft that was put aside during the upload', async () => {
  const { user, composer, shelf, upload } = await putAsideDuringUpload()
  upload.resolve(() => ({ id: pictureId, width: 1_200, height: 800 }))
  await waitFor(() => expect(callsTo('posts.upload_picture')).toHaveLength(1))
  await user.click(shelf.getByRole('button', { name: 'Edit' }))
  await composer.findByText('Picture added')
  await user.click(composer.getByRole('button', { name: /^Send/ }))
  const question = await screen.findByRole('group', { name: /^Which value does this show/ })
  await user.click(within(question).getAllByRole('button')[0] ?? question)
  await waitFor(() => expect(callsTo('posts.create')).toHaveLength(1))
  expect(callsTo('posts.create')[0]?.body.picture).toEqual({ id: pictureId, alt: 'A lake' })
})

test('a refused picture leaves its draft that was put aside, with the reason', async () => {
  const { user, composer, shelf, upload } = await putAsideDuringUpload()
  upload.resolve(() => refuse('file_unreadable', { field: 'file' }))
  await shelf.findByText('Error reading the file')
  expect(composer.getAllByText('Error reading the file')).toHaveLength(1)
  await user.click(shelf.getByRole('button', { name: 'Edit' }))
  await composer.findByDisplayValue('for the lake')
  expect(composer.queryByLabelText('Describe the picture')).toBeNull()
})

/** Renders an unsent draft as a reload finds it: its failed attempt had a picture. */
async function renderInterruptedDraft(api: Handlers = {}) {
  const value = makeValue()
  const draft = {
    ...emptyPostDraft,
    people: [makePerson()],
    text: 'for the lake',
    score: 10,
    value_id: value.id,
  }
  const body = {
    to_id: draft.people.map(({ id }) => id),
    value_id: draft.value_id,
    score: 10,
    description: draft.text,
    private: false,
    picture: { id: pictureId, alt: 'A lake' },
  }
  const key = crypto.randomUUID()
  const unsent = { ...draft, attempt: { key, body: JSON.stringify(body) } }
  const app = await renderDrafts(emptyPostDraft, unsent, {
    config: makeConfig({ values: [value] }),
    api,
  })
  const shelf = within(await app.composer.findByRole('list', { name: 'Not sent yet' }))
  await app.user.click(shelf.getByRole('button', { name: 'Send again' }))
  return { ...app, key, body }
}

test('a draft is sent again under its key after a reload took its picture', async () => {
  const { key, body } = await renderInterruptedDraft()
  await waitFor(() => expect(callsTo('posts.create')).toHaveLength(1))
  expect(callsTo('posts.create')[0]).toMatchObject({ key, body })
})

test('a draft whose picture has expired is sent without it', async () => {
  const { user, composer } = await renderInterruptedDraft({
    'posts.create': () => refuse('picture_expired', { field: 'picture' }),
  })
  await composer.findByText(/^This picture is no longer available/)
  await user.click(composer.getByRole('button', { name: /^Send/ }))
  await waitFor(() => expect(callsTo('posts.create')).toHaveLength(2))
  expect(callsTo('posts.create')[1]?.body.picture).toBeUndefined()
})
