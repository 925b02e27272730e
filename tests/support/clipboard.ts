import { onTestFinished, vi } from 'vitest'

/** Makes the browser refuse to copy, until `restore` or the end of the test. */
export function refuseClipboard(): { restore: () => void } {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  Object.assign(document, { execCommand: () => false })
  const restore = () => {
    Reflect.deleteProperty(document, 'execCommand')
    write.mockRestore()
  }
  onTestFinished(restore)
  return { restore }
}
