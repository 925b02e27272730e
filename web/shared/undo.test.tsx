import { fireEvent } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { offerUndo } from './undo.tsx'

test.each([
  { key: 'z', code: 'KeyZ' },
  { key: 'я', code: 'KeyZ' },
])('undoes with Ctrl and the key $key, once', (key) => {
  const undo = vi.fn<() => void>()
  offerUndo({ text: 'Comment deleted.', undo })
  fireEvent.keyDown(document.body, key)
  expect(undo).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { ...key, ctrlKey: true })
  fireEvent.keyDown(document.body, { ...key, ctrlKey: true })
  expect(undo).toHaveBeenCalledOnce()
})
