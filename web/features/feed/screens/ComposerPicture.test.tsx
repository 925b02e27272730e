import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { callsTo, pageOf, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { makePerson, makePost } from '#tests/support/web-data.ts'

const camille = makePerson({ first_name: 'Camille', last_name: 'Durand' })
const photo = new File(['bytes'], 'lake.png', { type: 'image/png' })
const pictureId = '00000000-0000-7000-8000-0000000000e1'

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
})

async function renderComposer() {
  const app = await renderApp('/feed', {
    api: {
      'posts.list': () => pageOf([], null),
      'people.list': () => [camille],
      'people.dates': () => [],
      'leaderboards.common_topics': () => ({
        items: [],
        posts: 0,
        languages: [],
        from: '2026-03-01',
        to: '2026-03-04',
      }),
      'leaderboards.list': () => ({
        items: [],
        total: 0,
        own: null,
        direction: 'received',
        mode: 'receivers',
        from: '2026-03-01',
        to: '2026-03-04',
      }),
      'posts.upload_picture': () => ({ id: pictureId, width: 1_200, height: 800 }),
      'posts.create': () => ({ ...makePost({}), milestone: null }),
    },
  })
  const group = await screen.findByRole('group', { name: 'Thank someone' })
  const composer = within(group)
  const input = document.getElementById('composer') as HTMLTextAreaElement
  return { ...app, composer, input }
}

test('sends a chosen picture with its description', async () => {
  const { user, composer, input } = await renderComposer()
  await user.type(input, '@Cam')
  await screen.findByRole('option', { name: /Camille Durand/ })
  await user.keyboard('{Enter}')
  await user.type(input, 'for the day at the lake')
  await user.click(input)
  await user.upload(await composer.findByLabelText('Add a picture'), photo)
  await user.type(await composer.findByLabelText('Describe the picture'), 'A lake')
  await composer.findByText('Picture added')
  await user.click(composer.getByRole('button', { name: 'Send' }))
  const question = await screen.findByRole('group', { name: /^Which value does this show/ })
  const [first] = within(question).getAllByRole('button')
  if (first) await user.click(first)
  await waitFor(() => expect(callsTo('posts.create')).toHaveLength(1))
  expect(callsTo('posts.create')[0]?.body.picture).toEqual({ id: pictureId, alt: 'A lake' })
})

test('a refused picture keeps the text and shows the reason', async () => {
  const { user, composer, input } = await renderComposer()
  serve({ 'posts.upload_picture': () => refuse('file_unreadable', { field: 'file' }) })
  await user.type(input, 'thank you')
  fireEvent.paste(input, { clipboardData: { files: [photo] } })
  await composer.findByText('Error reading the file')
  expect(input.value).toBe('thank you')
  expect(composer.queryByLabelText('Describe the picture')).toBeNull()
})

test('a removed picture is not sent', async () => {
  const { user, composer, input } = await renderComposer()
  await user.click(input)
  await user.upload(await composer.findByLabelText('Add a picture'), photo)
  await composer.findByText('Picture added')
  await user.click(composer.getByRole('button', { name: 'Remove the picture' }))
  expect(composer.queryByLabelText('Describe the picture')).toBeNull()
})
