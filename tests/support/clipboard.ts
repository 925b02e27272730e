import { onTestFinished, vi } from 'vitest'

/**
 * Makes the Clipboard API refuse to copy, until `restore` or the end of the test; `hasCommand`: the
 * older command of the browser copies.
 */
export function refuseClipboard({ hasCommand = false } = {}): { restore: () => void } {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  Object.assign(document, { execCommand: () => hasCommand })
  const restore = () => {
    Reflect.deleteProperty(document, 'execCommand')
    write.mockRestore()
  }
  onTestFinished(restore)
  return { restore }
}
