import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { callsTo, refuse, serve } from '#tests/support/render.tsx'
import { pictureId, renderComposer } from '#tests/support/render-composer.ts'

const photo = new File(['bytes'], 'lake.png', { type: 'image/png' })

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
})

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
  await user.click(composer.getByRole('button', { name: /^Send( \d+)?$/ }))
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

test('a dropped file that is no picture does not replace the page', async () => {
  const { composer, input } = await renderComposer()
  const files = [new File(['bytes'], 'notes.pdf', { type: 'application/pdf' })]
  expect(fireEvent.drop(input, { dataTransfer: { files } })).toBe(false)
  await composer.findByText('Error reading the file')
  // A dropped text belongs to the field.
  expect(fireEvent.drop(input, { dataTransfer: { files: [] } })).toBe(true)
})
